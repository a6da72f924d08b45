import { type ReportColumn, type ReportMetrics, reportMetric } from '#domain/plans/report-metrics.ts';

/** A figure of a table: hours with two decimals, a rate in percent, a dash where there was no flight to judge by. */
export function metricText(metrics: ReportMetrics, column: ReportColumn): string {
  const value = reportMetric(metrics, column);
  if (value === null) return '—';
  if (column === 'onTimeRate') return `${(value * 100).toFixed(1)}%`;
  if (column === 'hours') return value.toFixed(2);
  return String(value);
}
