import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { ComparedItem } from './compared-item.ts';
import { canonicalText, mergedEntries, valueChanges } from './difference.ts';
import { type ConfigurationItem, itemId } from './item.ts';
import { type ConfigurationWorld, itemProblems } from './problems.ts';

/** What applying a file would do, item by item, in the order of the file; what only this installation has comes last. */
export function compareConfiguration(
  current: readonly ConfigurationItem[],
  file: readonly ConfigurationItem[],
  world: ConfigurationWorld,
): ComparedItem[] {
  const here = new Map(current.map((item) => [itemId(item), item]));
  const sections = new Set(file.map(({ section }) => section));
  const compared = file.map((item): ComparedItem => {
    const before = here.get(itemId(item));
    const values = valuesAfter(item, before);
    const changes = valueChanges(before?.values ?? {}, values);
    const status = !before ? 'new' : changes.length > 0 ? 'changed' : 'same';
    return {
      section: item.section,
      key: item.key,
      label: before?.label ?? item.label,
      status,
      changes,
      problems: [],
      needs: [],
      values: status === 'same' ? null : values,
    };
  });
  const isNew = new Set(compared.filter(({ status }) => status === 'new').map(itemId));
  compared.forEach((one, index) => {
    const item = file[index];
    if (!item || one.status === 'same') return;
    const { problems, needs } = itemProblems(item, { before: here.get(itemId(item)), one, isNew, world });
    one.problems = problems;
    one.needs = needs;
  });
  refuseBrokenNeeds(compared);
  const inFile = new Set(file.map(itemId));
  const onlyHere = current.filter((item) => sections.has(item.section) && !inFile.has(itemId(item)));
  return [
    ...compared,
    ...onlyHere.map(
      ({ section, key, label }): ComparedItem => ({
        section,
        key,
        label,
        status: 'onlyHere',
        changes: [],
        problems: [],
        needs: [],
        values: null,
      }),
    ),
  ];
}

/** Lists to which the file adds: what they have here alone is never taken out. */
function valuesAfter(
  item: ConfigurationItem,
  before: ConfigurationItem | undefined,
): Record<string, unknown> {
  const list = item.section === 'dictionaries' ? 'items' : item.section === 'schema' ? 'fields' : undefined;
  // A field of this installation that the file does not name stays as it is, as does a value.
  const values = { ...before?.values, ...item.values };
  if (!before || !list || !(list in item.values)) return values;
  return { ...values, [list]: mergedEntries(item.values[list], before.values[list]) };
}

export const hasError = ({ problems }: Pick<ComparedItem, 'problems'>): boolean =>
  problems.some(({ level }) => level === 'error');

/** An item whose needs can't be applied can't be applied either. */
export function refuseBrokenNeeds(items: readonly ComparedItem[]): void {
  const byId = new Map(items.map((item) => [itemId(item), item]));
  for (const item of items) {
    for (const need of item.needs) {
      const needed = byId.get(need);
      if (!needed || !hasError(needed) || hasError(item)) continue;
      item.problems.push({
        level: 'error',
        text: { key: 'configuration.problem.need', values: { name: needed.key } },
      });
    }
  }
}

/** These items with all that they need. */
export function withNeeds(
  items: readonly Pick<ComparedItem, 'section' | 'key' | 'needs'>[],
  chosen: readonly string[],
): Set<string> {
  const byId = new Map(items.map((item) => [itemId(item), item]));
  const all = new Set<string>();
  const add = (id: string) => {
    if (all.has(id)) return;
    all.add(id);
    for (const need of byId.get(id)?.needs ?? []) add(need);
  };
  for (const id of chosen) add(id);
  return all;
}

/** Differs as soon as this installation or the file does: SHA-256, hexadecimal. */
export function comparisonHash(items: readonly ComparedItem[]): string {
  const text = canonicalText(
    items.map(({ section, key, status, changes }) => ({ section, key, status, changes })),
  );
  return bytesToHex(sha256(utf8ToBytes(text)));
}
