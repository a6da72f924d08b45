import type { FigureUnit } from './figures.ts';

const suffixes: Record<FigureUnit, string> = {
  percent: ' %',
  MB: ' MB',
  ms: ' ms',
  s: ' s',
  h: ' h',
  d: ' d',
  perMinute: '/min',
  perSecond: '/s',
  count: '',
};

/** A value with its unit, in three digits or whole: `0.52 ms`, `1,204 MB`, `12/min`. */
export function unitText(value: number, unit: FigureUnit): string {
  const digits = Number.isInteger(value) || Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  const number = value.toLocaleString('en-US', { maximumFractionDigits: digits });
  return `${number}${suffixes[unit]}`;
}
