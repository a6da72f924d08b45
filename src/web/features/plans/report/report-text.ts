import { type ReportColumn, type ReportFigures, reportFigure } from '#domain/plans/report-figures.ts';

/** A figure of a table: hours with two decimals, a rate in percent, a dash where there was no flight to judge by. */
export function figureText(figures: ReportFigures, column: ReportColumn): string {
  const value = reportFigure(figures, column);
  if (value === null) return '—';
  if (column === 'onTimeRate') return `${(value * 100).toFixed(1)}%`;
  if (column === 'hours') return value.toFixed(2);
  return String(value);
}
