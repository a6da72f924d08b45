import type { Figure } from './figures.ts';

export interface Threshold {
  /** Beyond it the figure is bad. */
  limit: number;
  /** Back within it the figure is good again: on the good side of `limit`, so that an alarm does not flutter. */
  clearAt: number;
  /** For so many samples in a row, one a minute. */
  minutes: number;
}

/** Is a value on the bad side of a limit? */
export function isBeyond(bad: Figure['bad'], value: number, limit: number): boolean {
  return bad === 'above' ? value > limit : value < limit;
}

/**
 * What the last samples (the newest last) say of an alarm: it is raised where each of the last `minutes` is beyond the
 * limit, and cleared where each is back within `clearAt`. Between the two, and where samples are missing, it stays.
 */
export function judge(
  values: readonly (number | null)[],
  bad: Figure['bad'],
  { limit, clearAt, minutes }: Threshold,
  isOpen: boolean,
): 'raise' | 'clear' | 'keep' {
  const last = values.slice(-minutes);
  const known = last.filter((value) => value !== null);
  if (known.length < minutes) return 'keep';
  if (!isOpen) return known.every((value) => isBeyond(bad, value, limit)) ? 'raise' : 'keep';
  return known.every((value) => !isBeyond(bad, value, clearAt)) ? 'clear' : 'keep';
}

/** Does `clearAt` lie on the good side of `limit`, or on it? */
export function isConsistent(bad: Figure['bad'], { limit, clearAt }: Threshold): boolean {
  return !isBeyond(bad, clearAt, limit);
}
