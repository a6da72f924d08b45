import {
  mostWrittenCharacters,
  plainFigures,
  thousandsPoint,
  withClearPoint,
} from '#domain/plain-figures.ts';

/**
 * The two values of the number of a text whose separator may divide thousands or decimals: `1.000 m`, `FL 1,500`. As texts
 * that have one value each; null: the number has one value, or there is none.
 */
export function twoValuesOf(text: string): { joined: string; point: string } | null {
  const written = plainFigures(text.slice(0, mostWrittenCharacters)).trim();
  const [, digits = ''] = /^\D{0,12}(\d+[.,]\d+)(?!\d|[.,]\d)/.exec(written) ?? [];
  const [, whole, rest] = thousandsPoint.exec(digits.replace(',', '.')) ?? [];
  if (whole === undefined || rest === undefined) return null;
  return { joined: `${whole}${rest}`, point: withClearPoint(String(Number(`${whole}.${rest}`))) };
}
