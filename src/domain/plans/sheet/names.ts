/** A record that a text may mean. */
export interface Candidate {
  resource: string;
  id: number;
  label: string;
  /** Tells namesakes apart. */
  second?: string;
}

/** What a name in a cell means. */
export type Meaning =
  | { state: 'one'; record: Candidate }
  /** Nobody has been asked yet, or the answer is on its way. */
  | { state: 'pending' }
  | { state: 'several' | 'unknown'; candidates: readonly Candidate[] };

export type MeaningOf = (resources: readonly string[], text: string) => Meaning;

/** A record that was picked, not typed: it stands in the cell by its number, and is shown by its name. */
export function pickedText({ resource, id }: Pick<Candidate, 'resource' | 'id'>): string {
  return `${resource}#${id}`;
}

export function pickedIn(text: string): { resource: string; id: number } | null {
  const match = /^([A-Za-z]+)#([1-9]\d{0,15})$/.exec(text.trim());
  return match?.[1] ? { resource: match[1], id: Number(match[2]) } : null;
}

/** The names in a cell that holds several. */
export function namesIn(text: string): string[] {
  return text
    .split(/[、,，;；/|]/)
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

/** As names are compared: width, case, blanks and hyphens do not count. */
export function foldedName(text: string): string {
  return text.normalize('NFKC').toUpperCase().replaceAll(/[\s-]/g, '');
}

/** A record as a search finds it, with everything by which people call it. */
export interface Found extends Candidate {
  names: readonly string[];
}

/** The one that is called exactly so; else the only one that was found at all. */
export function meaningIn(found: readonly Found[], text: string): Meaning {
  const wanted = foldedName(text);
  const plain = (list: readonly Found[]): Candidate[] =>
    list.map(({ resource, id, label, second }) => ({ resource, id, label, ...(second ? { second } : {}) }));
  const exact = found.filter(({ names }) => names.some((name) => foldedName(name) === wanted));
  const [only, ...others] = exact.length > 0 ? exact : found;
  if (!only) return { state: 'unknown', candidates: [] };
  const [record] = plain([only]);
  if (others.length === 0 && record) return { state: 'one', record };
  return { state: 'several', candidates: plain([only, ...others]).slice(0, 20) };
}
