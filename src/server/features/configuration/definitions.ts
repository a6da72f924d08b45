import type { ComparedItem } from '#domain/configuration/compared-item.ts';
import { mergedEntries } from '#domain/configuration/difference.ts';
import type { OverlayDefinition } from '#domain/overlays/overlay.ts';
import { fieldError } from '#domain/text/errors.ts';
import { isDefinition } from '#server/engine/overlays/definition.ts';
import type { NewDefinition } from '#server/engine/overlays/overlays.ts';
import type { OverlayRow } from '#server/engine/overlays/rows.ts';

/** The record type that an item of the schema adds to, or adds. */
export const typeOf = ({ key }: Pick<ComparedItem, 'key'>): string => key.split('.')[0] ?? key;

/** One definition for each record type among these items: what is in effect with their fields put in or added. */
export function definitionsOf(
  items: readonly ComparedItem[],
  overlays: readonly OverlayRow[],
): NewDefinition[] {
  const types = [...new Set(items.map(typeOf))];
  const definitions = types.map((resource): NewDefinition => {
    const own = items.filter((item) => typeOf(item) === resource);
    const whole = own.find(({ key }) => key === resource);
    if (whole) return { resource, kind: 'type', definition: checked(whole.values) };
    const row = overlays.find((one) => one.resource === resource);
    const inEffect = row?.state === 'published' ? row.published : null;
    const fields = mergedEntries(
      own.map(({ values }) => values),
      inEffect?.fields,
    );
    return { resource, kind: 'fields', definition: checked({ fields }) };
  });
  return inOrder(definitions);
}

/** A type that names records of another is published after it. */
function inOrder(definitions: NewDefinition[]): NewDefinition[] {
  return [...definitions].sort((a, b) => Number(a.kind === 'fields') - Number(b.kind === 'fields'));
}

function checked(value: unknown): OverlayDefinition {
  if (!isDefinition(value)) throw fieldError('fields', 'configuration.problem.definition');
  return value;
}
