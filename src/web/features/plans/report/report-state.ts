import { useSearchParams } from 'react-router';
import type { InputOf } from '#contract/services.ts';
import { isDay } from '#domain/plans/moments.ts';
import { type ReportPeriod, type ReportSpan, reportPeriods, spanOf } from '#domain/plans/report-period.ts';
import { clockText } from '#web/client/clock.ts';

/** The filters of a report by name, and the record type that each picks from. */
export const reportFilters = {
  companies: 'company',
  missionTypes: 'missionType',
  aircraftTypes: 'aircraftType',
  airports: 'airport',
} as const;
export type ReportFilterName = keyof typeof reportFilters;

export interface ReportState {
  period: ReportPeriod;
  span: ReportSpan;
  filters: Partial<Record<ReportFilterName, number[]>>;
}

/** Today on the service's wall. */
export const today = () => clockText(Date.now()).local.slice(0, 10);

/** The ids that an address names as a list; what is no id is left out. */
export const idsIn = (search: URLSearchParams, name: string): number[] =>
  (search.get(name) ?? '')
    .split(',')
    .filter((id) => /^[1-9]\d{0,14}$/.test(id))
    .map(Number);

/** What the address says: a reload, Back and a pasted link show the same report. */
export function reportStateOf(search: URLSearchParams, now = today()): ReportState {
  const period = reportPeriods.find((one) => one === search.get('period')) ?? 'month';
  const day = (name: string) => {
    const text = search.get(name);
    return text !== null && isDay(text) ? text : undefined;
  };
  const filters: ReportState['filters'] = {};
  for (const name of Object.keys(reportFilters) as ReportFilterName[]) {
    const ids = idsIn(search, name);
    if (ids.length > 0) filters[name] = ids;
  }
  return { period, span: spanOf(period, day('from') ?? now, day('to')), filters };
}

/** As an address says it, the present month without a filter being the empty one. */
export function searchOf({ period, span, filters }: ReportState): URLSearchParams {
  const search = new URLSearchParams({ period, from: span.from });
  if (period === 'custom') search.set('to', span.to);
  for (const [name, ids] of Object.entries(filters)) if (ids.length > 0) search.set(name, ids.join(','));
  return search;
}

export function useReportState(): [ReportState, (next: ReportState) => void] {
  const [search, setSearch] = useSearchParams();
  return [reportStateOf(search), (next) => setSearch(searchOf(next))];
}

/** What the calls take. */
export function inputOf({ period, span, filters }: ReportState): InputOf<'Navigation', 'GetNAircraftReport'> {
  return { period, from: span.from, ...(period === 'custom' ? { to: span.to } : {}), ...filters };
}

/** The address of the workbook: lists as repeated names. */
export function workbookPath(state: ReportState): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(inputOf(state))) {
    for (const one of Array.isArray(value) ? value : [value]) search.append(name, String(one));
  }
  return `/api/services/app/Navigation/ExportNAircraftReport?${search}`;
}
