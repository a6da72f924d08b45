import { applyOverlays } from '#domain/overlays/apply.ts';
import {
  hasChoices,
  hasDictionary,
  hasLimits,
  hasRelation,
  hasUnit,
  mayBeSearched,
  mayBeUnique,
  mayHaveDefault,
} from '#domain/overlays/field-errors.ts';
import type { OverlayDefinition, OverlayField, OverlayType } from '#domain/overlays/overlay.ts';
import type { Resource } from '#domain/record/resource.ts';
import type { Label } from '#domain/text/label.ts';

/** What an administrator is typing, as plain values: the screen and its tests share it. */

export const emptyLabel: Label = { 'zh-Hans': '', en: '' };

export function newField(fields: readonly OverlayField[], taken: ReadonlySet<string>): OverlayField {
  const names = new Set([...taken, ...fields.map(({ name }) => name)]);
  let number = 1;
  while (names.has(`field${number}`)) number += 1;
  return { name: `field${number}`, kind: 'text', label: emptyLabel, inList: true };
}

/** A new type begins with the field that names its records. */
export function newType(): OverlayDefinition {
  const type: OverlayType = {
    label: emptyLabel,
    titleField: 'name',
    menu: { group: 'baseManage', order: 500 },
    permissions: { read: 'signedIn', create: [], update: [], delete: [] },
  };
  const name: OverlayField = {
    name: 'name',
    kind: 'text',
    label: { 'zh-Hans': '名称', en: 'Name' },
    required: true,
    inList: true,
    inSearch: true,
    maxLength: 64,
  };
  return { fields: [name], type };
}

/** `Noise level (dB)` → `noiseLevelDb`. */
export function nameFrom(english: string): string {
  const words = english
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9\s]/g, ' ')
    .trim()
    .toLowerCase()
    .split(/\s+/)
    .filter(Boolean);
  const name = words
    .map((word, index) => (index === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1)))
    .join('')
    .replace(/^[0-9]+/, '');
  return name.charAt(0).toLowerCase() + name.slice(1, 40);
}

/** The definition without what its kinds do not have: a field that was a number for a moment keeps no limits. */
export function tidy(definition: OverlayDefinition): OverlayDefinition {
  const { type } = definition;
  return {
    fields: definition.fields.map(tidyField),
    ...(type ? { type: tidyType(type) } : {}),
  };
}

function tidyField(field: OverlayField): OverlayField {
  const { kind } = field;
  const isText = kind === 'text' || kind === 'texts';
  const helped = field.help && (field.help.en.trim() !== '' || field.help['zh-Hans'].trim() !== '');
  const own: OverlayField = {
    name: field.name.trim(),
    kind,
    label: trimmed(field.label),
    help: helped && field.help ? trimmed(field.help) : undefined,
    unit: hasUnit(kind) ? field.unit?.trim() || undefined : undefined,
    required: (field.required && kind !== 'relations') || undefined,
    unique: (field.unique && mayBeUnique(kind)) || undefined,
    default: mayHaveDefault(kind) && !field.unique ? field.default : undefined,
    minLength: kind === 'text' ? field.minLength : undefined,
    maxLength: isText ? field.maxLength : undefined,
    minimum: hasLimits(kind) ? field.minimum : undefined,
    maximum: hasLimits(kind) ? field.maximum : undefined,
    decimals: kind === 'number' ? field.decimals : undefined,
    format: kind === 'text' ? field.format : undefined,
    choices: hasChoices(kind)
      ? (field.choices ?? []).map(({ value, label }) => ({ value: value.trim(), label: trimmed(label) }))
      : undefined,
    relation: hasRelation(kind) ? field.relation : undefined,
    dictionary: hasDictionary(kind) ? field.dictionary : undefined,
    geometry: kind === 'geometry' ? field.geometry : undefined,
    inList: field.inList || undefined,
    inSearch: (field.inSearch && mayBeSearched(kind)) || undefined,
    group: field.group ? trimmed(field.group) : undefined,
  };
  return withoutUndefined(own);
}

function tidyType(type: OverlayType): OverlayType {
  return withoutUndefined({
    ...type,
    label: trimmed(type.label),
    subtitleField: type.subtitleField || undefined,
    companyField: type.companyField || undefined,
  });
}

function trimmed(label: Label): Label {
  return { 'zh-Hans': label['zh-Hans'].trim(), en: label.en.trim() };
}

function withoutUndefined<T extends object>(value: T): T {
  // Only keys whose value says nothing go: what is left has the same type.
  return Object.fromEntries(Object.entries(value).filter(([, own]) => own !== undefined)) as T;
}

/** The type as it would be published; null while the definition does not make one. */
export function previewOf(
  base: readonly Resource[],
  draft: { resource: string; kind: 'fields' | 'type'; definition: OverlayDefinition },
): Resource | null {
  try {
    const all = applyOverlays(base, [
      { ...draft, state: 'published', published: draft.definition, known: [] },
    ]);
    return all.find(({ name }) => name === draft.resource) ?? null;
  } catch {
    return null;
  }
}

/** What is said at one place, from paths that begin with it. */
export function errorAt(
  errors: readonly { field: string; message: string }[],
  path: string,
): string | undefined {
  return errors.find(({ field }) => field === path)?.message;
}
