import { useSearchParams } from 'react-router';
import type { AlertStatistics } from '#contract/alerts.ts';
import type { InputOf } from '#contract/services.ts';
import type { AlertCount, AlertTable } from '#domain/conflicts/alert-counts.ts';
import type { SheetFormat } from '#web/engine/transfer/export-button.tsx';

/** Spans in hours that are offered: a watch, a day, a week, thirty days. */
export const spans = [12, 24, 168, 720] as const;
const usualSpan = 24;

export interface AlertStatisticsState {
  hours: number;
  /** Empty: every kind. */
  kinds: readonly string[];
  /** A coverage area; 0: outside every area; null: everywhere. */
  area: number | null;
}

/** What the address says of the page. */
export function useAlertStatisticsState(): [
  AlertStatisticsState,
  (change: Partial<AlertStatisticsState>) => void,
] {
  const [search, setSearch] = useSearchParams();
  const area = search.get('area') ?? '';
  const state: AlertStatisticsState = {
    hours: spans.find((span) => span === Number(search.get('hours'))) ?? usualSpan,
    kinds: (search.get('kinds') ?? '').split(',').filter(Boolean),
    area: /^\d{1,15}$/.test(area) ? Number(area) : null,
  };
  return [
    state,
    (change) => {
      const { hours, kinds, area: chosen } = { ...state, ...change };
      const next = new URLSearchParams();
      if (hours !== usualSpan) next.set('hours', String(hours));
      if (kinds.length > 0) next.set('kinds', kinds.join());
      if (chosen !== null) next.set('area', String(chosen));
      setSearch(next, { replace: true });
    },
  ];
}

export const inputOf = ({ hours, kinds, area }: AlertStatisticsState): InputOf<'Alert', 'GetStatistics'> => ({
  hours,
  ...(kinds.length > 0 ? { kinds: [...kinds] } : {}),
  ...(area === null ? {} : { area }),
});

/** The address of a table as a file. */
export function exportPath(state: AlertStatisticsState, table: AlertTable, format: SheetFormat): string {
  const { kinds, area } = state;
  const search = new URLSearchParams({ table, hours: String(state.hours) });
  for (const kind of kinds) search.append('kinds', kind);
  if (area !== null) search.set('area', String(area));
  return `/api/services/app/Alert/ExportStatistics${format === 'csv' ? 'Csv' : ''}?${search}`;
}

/** A number of a line. */
export type Counted = AlertCount | 'classified' | 'unclassified';

/** Of the alerts of a line: the ones that a number counts, as conditions of the list. */
const conditions: Record<Counted, Record<string, string>> = {
  raised: {},
  acknowledged: { 'f.acknowledgedAt.nnull': '1' },
  acknowledgedUnseen: { 'f.acknowledgedAt.nnull': '1' },
  muted: { 'f.mutedAt.nnull': '1' },
  classified: { 'f.classification.nnull': '1' },
  unclassified: { 'f.classification.null': '1' },
  confirmed: { 'f.classification.in': 'confirmed' },
  nuisance: { 'f.classification.in': 'nuisance' },
  false: { 'f.classification.in': 'false' },
};

/** Acknowledged without a look: no, or not stated. */
const unseen = {
  operator: 'or',
  value: [
    { field: 'acknowledgedLooked', operator: 'eq', value: 'false' },
    { field: 'acknowledgedLooked', operator: 'null', value: true },
  ],
};

/** What a line counts: all, one kind, one area (null: outside every area), or these parts of the span (UTC ms). */
export type AlertLine =
  | { by: 'all' }
  | { by: 'kind'; kind: string }
  | { by: 'area'; area: number | null }
  | { by: 'hour'; parts: readonly (readonly [from: number, to: number])[] };

/** The list of exactly the alerts that a number counts. */
export function countedPath(
  { kinds, area }: AlertStatisticsState,
  { from, to }: Pick<AlertStatistics, 'from' | 'to'>,
  line: AlertLine,
  count: Counted,
): string {
  const search = new URLSearchParams(conditions[count]);
  const groups: object[] = count === 'acknowledgedUnseen' ? [unseen] : [];
  const ofKinds = line.by === 'kind' ? [line.kind] : kinds;
  if (ofKinds.length > 0) search.set('f.kind.in', ofKinds.join());
  const ofArea = line.by === 'area' ? (line.area ?? 0) : area;
  if (ofArea === 0) search.set('f.areas.null', '1');
  else if (ofArea !== null) search.set('f.areas.in', String(ofArea));
  if (line.by === 'hour') {
    const value = line.parts.map((part) => ({
      field: 'raisedAt',
      operator: 'between',
      value: part.map((at) => new Date(at).toISOString()),
    }));
    groups.push({ operator: 'or', value });
  } else search.set('f.raisedAt.between', `${from},${to}`);
  if (groups.length > 0) search.set('filter', JSON.stringify({ operator: 'and', value: groups }));
  return `/flightWatch/encounter?${search}`;
}
