import { isObject } from '#domain/text/narrow.ts';

/** One value that differs. `path`: names of fields, and the names of entries in a list of objects. */
export interface ValueChange {
  path: string[];
  before: unknown;
  after: unknown;
}

/** Values that are compared as a whole: their members have no names for a reader. */
const wholes = new Set(['condition', 'filter', 'label', 'help', 'group', 'default']);

/** By these, in this order, the entries of a list are recognised. */
const entryNames = ['code', 'name', 'value', 'resource', 'title'];

/** The values that differ, in the order of the fields. Absent, null, an empty text and an empty list are the same. */
export function valueChanges(before: unknown, after: unknown, path: string[] = []): ValueChange[] {
  if (sameValue(before, after)) return [];
  const isWhole = wholes.has(path.at(-1) ?? '');
  if (!isWhole && isObject(before) && isObject(after)) {
    const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    return names.flatMap((name) => valueChanges(before[name], after[name], [...path, name]));
  }
  const was = isWhole ? undefined : namedEntries(before);
  const is = isWhole ? undefined : namedEntries(after);
  if (path.length > 0 && was && is) {
    const names = [...new Set([...was.keys(), ...is.keys()])];
    const changes = names.flatMap((name) => valueChanges(was.get(name), is.get(name), [...path, name]));
    const shared = (list: ReadonlyMap<string, unknown>, other: ReadonlyMap<string, unknown>) =>
      [...list.keys()].filter((name) => other.has(name));
    const [orderWas, orderIs] = [shared(was, is), shared(is, was)];
    return orderWas.join('\n') === orderIs.join('\n')
      ? changes
      : [...changes, { path, before: [...was.keys()], after: [...is.keys()] }];
  }
  return [{ path, before: before ?? null, after: after ?? null }];
}

/** The entries of a list of objects by their name; undefined: it is another value, or two have one name. */
export function namedEntries(value: unknown): Map<string, Record<string, unknown>> | undefined {
  if (!Array.isArray(value) || !value.every(isObject)) return undefined;
  const name = entryNames.find((one) => value.every((entry) => typeof entry[one] === 'string'));
  if (!name) return undefined;
  const entries = new Map(value.map((entry) => [String(entry[name]), entry]));
  return entries.size === value.length ? entries : undefined;
}

/** A list with the entries of another put in the place of those of the same name, and the others after them. */
export function mergedEntries(list: unknown, into: unknown): unknown[] {
  const present = Array.isArray(into) ? into : [];
  const added = namedEntries(list);
  const known = namedEntries(present);
  if (!added || !known) return Array.isArray(list) ? list : present;
  return [...new Map([...known, ...added]).values()];
}

export const sameValue = (a: unknown, b: unknown): boolean => canonicalText(a) === canonicalText(b);

/** The same text for the same value, whatever the order of names, and of entries in lists of texts and numbers. */
export function canonicalText(value: unknown): string {
  return JSON.stringify(canonical(value));
}

function canonical(value: unknown): unknown {
  if (Array.isArray(value)) {
    if (value.length === 0) return null;
    const entries = value.map(canonical);
    return value.some((one) => typeof one === 'object')
      ? entries
      : entries.sort((a, b) => (String(a) < String(b) ? -1 : 1));
  }
  if (isObject(value)) {
    return Object.fromEntries(
      Object.entries(value)
        .map(([name, own]): [string, unknown] => [name, canonical(own)])
        .filter(([, own]) => own !== null)
        .sort(([a], [b]) => (a < b ? -1 : 1)),
    );
  }
  return value === undefined || value === '' ? null : value;
}
