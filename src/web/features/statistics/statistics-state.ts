import { useSearchParams } from 'react-router';
import type { InputOf } from '#contract/services.ts';
import { type ReportBucket, spanOf } from '#domain/plans/report-period.ts';
import { dayAfter, weekdayOf } from '#domain/plans/working-days.ts';
import {
  type PlanFigure,
  type PlanKey,
  type PlanMeasures,
  planFigure,
  planFigures,
  planKeys,
} from '#domain/statistics/measures.ts';
import type { SheetFormat } from '#web/engine/transfer/export-button.tsx';
import { type Counted, countedText } from '#web/features/plans/query/query-state.ts';
import {
  inputOf,
  type ReportState,
  reportStateOf,
  searchOf,
} from '#web/features/plans/report/report-state.ts';

export interface StatisticsState extends ReportState {
  /** What the charts show. */
  figure: PlanFigure;
  /** The table that stands open. */
  by: Exclude<PlanKey, 'total'>;
  heat: 'plans' | 'tracks';
}

/** What the address says; what this page adds to a report's address is kept beside it. */
export function useStatisticsState(): [StatisticsState, (next: Partial<StatisticsState>) => void] {
  const [search, setSearch] = useSearchParams();
  const by = planKeys.find((key) => key === search.get('by'));
  const state: StatisticsState = {
    ...reportStateOf(search),
    figure: planFigures.find((name) => name === search.get('figure')) ?? 'flown',
    by: by === undefined || by === 'total' ? 'company' : by,
    heat: search.get('heat') === 'tracks' ? 'tracks' : 'plans',
  };
  return [
    state,
    (change) => {
      const next = { ...state, ...change };
      const address = searchOf(next);
      if (next.figure !== 'flown') address.set('figure', next.figure);
      if (next.by !== 'company') address.set('by', next.by);
      if (next.heat !== 'plans') address.set('heat', next.heat);
      setSearch(address);
    },
  ];
}

/** The address of a table as a file: lists as repeated names. */
export function exportPath(
  call:
    | 'Export'
    | 'ExportDecisions'
    | 'ExportMovements'
    | 'ExportPeriods'
    | 'ExportTrackFlights'
    | 'ExportWaiting'
    | 'ExportWork',
  input: Record<string, unknown>,
  format: SheetFormat,
): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(input)) {
    if (value === undefined) continue;
    for (const one of Array.isArray(value) ? value : [value]) search.append(name, String(one));
  }
  return `/api/services/app/Statistics/${call}${format === 'csv' ? 'Csv' : ''}?${search}`;
}

/** The plans that a sum counts, those and no others, as the query of plans shows them. */
export function plansPath(
  state: ReportState,
  by: PlanKey | 'time',
  key: string,
  bucket: ReportBucket,
): string {
  const { span, filters } = state;
  const counted: Counted[] = countedFilters.flatMap(([name, division]) => {
    const ids = filters[name] ?? [];
    return ids.length > 0 ? [{ by: division, keys: ids.map(String) }] : [];
  });
  let { from, to } = span;
  if (by === 'time') {
    ({ from, to } = daysWithin(span, bucket, key));
    if (bucket === 'hour')
      counted.push({ by: 'hour', keys: [`${weekdayOf(key.slice(0, 10))}-${key.slice(11)}`] });
  } else counted.push({ by, keys: [key] });
  // With or without a filter the days are those on which plans begin.
  if (counted.length === 0) counted.push({ by: 'total', keys: [''] });
  return `/navigation/navigation?${new URLSearchParams({ from, to, counted: countedText(counted) })}`;
}

const countedFilters = [
  ['companies', 'company'],
  ['missionTypes', 'missionType'],
  ['aircraftTypes', 'aircraftType'],
  ['airports', 'airport'],
] as const;

/** The days of a point of the line. */
export function daysOfPoint(bucket: ReportBucket, key: string): { from: string; to: string } {
  if (bucket === 'month') return spanOf('month', `${key}-01`);
  if (bucket === 'week') return { from: key, to: dayAfter(key, 6) };
  const day = key.slice(0, 10);
  return { from: day, to: day };
}

/** The days of a point of the line, as far as they are in the span. */
export function daysWithin(
  { from, to }: { from: string; to: string },
  bucket: ReportBucket,
  key: string,
): { from: string; to: string } {
  const point = daysOfPoint(bucket, key);
  return { from: point.from > from ? point.from : from, to: point.to < to ? point.to : to };
}

export const plansInput = (state: ReportState): InputOf<'Statistics', 'GetPlans'> => inputOf(state);

/** As it stands in a table or over a bar: a dash where there is nothing to judge by. */
export function figureText(sums: PlanMeasures, figure: PlanFigure): string {
  const value = planFigure(sums, figure);
  if (value === null) return '—';
  if (figure.endsWith('Rate')) return `${(value * 100).toFixed(1)}%`;
  return value.toLocaleString('en-US', { maximumFractionDigits: wholes.has(figure) ? 0 : 1 });
}

const wholes = new Set<PlanFigure>([
  'plans',
  'approved',
  'rejected',
  'flown',
  'cancelled',
  'lapsed',
  'lateReports',
  'km',
]);
