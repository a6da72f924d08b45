import { useMemo, useState } from 'react';
import type { DefinitionError, OverlayItem } from '#contract/schema-overlay.ts';
import { same } from '#domain/overlays/changes.ts';
import type { OverlayDefinition, OverlayField, OverlayType } from '#domain/overlays/overlay.ts';
import { overlayErrors } from '#domain/overlays/overlay-errors.ts';
import type { Resource } from '#domain/record/resource.ts';
import { textIn } from '#domain/text/locales/text-in.ts';
import { useLocale } from '#web/client/locale.ts';
import { shippedResources } from '#web/client/record-types.ts';
import { newField, newType, previewOf, tidy } from './draft.ts';

/** The draft on the screen: what is typed, what is wrong with it, and the type that it would make. */
export function useDraft(item: OverlayItem | null, name: string | null, others: readonly OverlayItem[]) {
  const locale = useLocale();
  const kind = item?.kind ?? (name === null ? 'type' : 'fields');
  const first: OverlayDefinition = item?.definition ?? (kind === 'type' ? newType() : { fields: [] });
  const [saved, setSaved] = useState({ definition: first, resource: name ?? '' });
  const [resource, setResource] = useState(name ?? '');
  const [definition, setDefinition] = useState(first);
  const known = item?.known ?? [];

  const clean = useMemo(() => tidy(definition), [definition]);
  const base = useMemo(() => baseOf(others), [others]);
  const errors = useMemo<DefinitionError[]>(
    () =>
      overlayErrors({ resource, kind, known: item?.known ?? [], published: item?.published ?? null }, clean, {
        resources: base,
        dictionaries: null,
      }).map(({ field, text }) => ({ field, message: textIn(text, locale) })),
    [resource, kind, item, clean, base, locale],
  );
  const preview = useMemo(
    () => previewOf(base, { resource, kind, definition: readable(clean) }),
    [base, resource, kind, clean],
  );

  const putFields = (change: (fields: OverlayField[]) => OverlayField[]) =>
    setDefinition((before) => ({ ...before, fields: change(before.fields) }));

  return {
    kind,
    resource,
    setResource,
    definition,
    clean,
    known,
    errors,
    preview,
    dirty: !same(clean, tidy(saved.definition)) || resource !== saved.resource,
    /** The draft is on the server as it is here. */
    settled: (next: OverlayItem) => {
      setSaved({ definition: next.definition, resource: next.resource });
      setDefinition(next.definition);
      setResource(next.resource);
    },
    changeField: (index: number, change: Partial<OverlayField>) => {
      const was = definition.fields[index]?.name;
      setDefinition((before) =>
        renamed(before, was, change.name, (fields) =>
          fields.map((field, at) => (at === index ? { ...field, ...change } : field)),
        ),
      );
    },
    changeType: (change: Partial<OverlayType>) =>
      setDefinition((before) => (before.type ? { ...before, type: { ...before.type, ...change } } : before)),
    add: () => {
      const base = shippedResources().find((one) => one.name === resource);
      const taken = new Set([
        ...Object.keys(base?.schema.properties ?? {}),
        ...known.map((field) => field.name),
      ]);
      const at = definition.fields.length;
      putFields((fields) => [...fields, newField(fields, taken)]);
      return at;
    },
    bringBack: (field: OverlayField) => {
      const at = definition.fields.length;
      putFields((fields) => [...fields, field]);
      return at;
    },
    move: (index: number, by: 1 | -1) =>
      putFields((fields) => {
        const [one, other] = [fields[index], fields[index + by]];
        return one && other ? fields.with(index, other).with(index + by, one) : fields;
      }),
    remove: (index: number) => putFields((fields) => fields.filter((_, at) => at !== index)),
  };
}

/** What names a field of the type follows when the field is renamed. */
function renamed(
  definition: OverlayDefinition,
  was: string | undefined,
  now: string | undefined,
  change: (fields: OverlayField[]) => OverlayField[],
): OverlayDefinition {
  const { type } = definition;
  const fields = change(definition.fields);
  if (!type || was === undefined || now === undefined || was === now) return { ...definition, fields };
  const follow = <T extends string | undefined>(name: T): T | string => (name === was ? now : name);
  return {
    fields,
    type: {
      ...type,
      titleField: follow(type.titleField),
      subtitleField: follow(type.subtitleField),
      companyField: follow(type.companyField),
    },
  };
}

/** Shipped types with what the other overlays have published: what this draft stands on. */
function baseOf(others: readonly OverlayItem[]): readonly Resource[] {
  let base = shippedResources();
  for (const { resource, kind, state, published } of others) {
    if (state !== 'published' || !published) continue;
    const applied = previewOf(base, { resource, kind, definition: published });
    if (applied) base = [...base.filter(({ name }) => name !== resource), applied];
  }
  return base;
}

/** Fields without a label yet are shown by their name. */
function readable(definition: OverlayDefinition): OverlayDefinition {
  return {
    ...definition,
    fields: definition.fields.map((field) => ({
      ...field,
      label: {
        'zh-Hans': field.label['zh-Hans'] || field.label.en || field.name,
        en: field.label.en || field.label['zh-Hans'] || field.name,
      },
    })),
  };
}
