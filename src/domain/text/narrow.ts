/** What a value is that came from outside, or from a field whose type nobody knows before run time. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A text; null for all else. */
export function stringOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

/** A text that says something; null for an empty one, and for all else. */
export function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

export function numberOf(value: unknown): number | null {
  return typeof value === 'number' ? value : null;
}

/** The numbers of a list; none where it is no list. */
export function numbersOf(value: unknown): number[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'number') : [];
}
