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
