import { type WorkFigure, type WorkMeasures, workFigure } from '#domain/statistics/measures.ts';

/** A figure as it stands in a table: a rate in per cent, a mean in minutes, a dash where there is nothing to judge by. */
export function workText(work: WorkMeasures, figure: WorkFigure): string {
  const value = workFigure(work, figure);
  if (value === null) return '—';
  if (figure === 'inTimeRate') return `${(value * 100).toFixed(1)}%`;
  return value.toLocaleString('en-US', { maximumFractionDigits: figure === 'waitMean' ? 1 : 0 });
}
