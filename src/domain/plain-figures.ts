/** Superscripts, circled digits and fractions, which NFKC would turn into ordinary digits (UAX 15). */
const kept =
  /[\u00b2\u00b3\u00b9\u00bc-\u00be\u2070-\u209f\u2150-\u218b\u2460-\u24ff\u2776-\u2793\u3251-\u32bf]/;
const between = new RegExp(`(${kept.source})`);

/**
 * A typed number, height or time with its letters and digits in half width (NFKC). Superscripts and the like stay as they
 * are: `120¹` must not read as 1201.
 */
export function plainFigures(text: string): string {
  return text
    .split(between)
    .map((part) => (kept.test(part) ? part : part.normalize('NFKC')))
    .join('');
}

/** Longer than any number, height or time that a person writes; a cell may hold megabytes. */
export const mostWrittenCharacters = 100;

/** A number whose point may be a thousands separator: 1.000 and 1.525 are thousands in half of Europe. */
export const thousandsPoint = /^([+-]?[1-9]\d{0,2})\.(\d{3})$/;

/** The same number with a fourth decimal, so that its point can only be a decimal point; other texts as they are. */
export const withClearPoint = (text: string): string => text.replace(thousandsPoint, '$&0');

/** The number that a file writes; NaN for an empty text, of which `Number` makes 0. */
export const writtenNumber = (text = ''): number => (text.trim() === '' ? Number.NaN : Number(text));
