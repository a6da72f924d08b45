import { useSearchParams } from 'react-router';
import { type HeightBand, heightBands } from '#domain/equipment/heard-cells.ts';
import { type TerminalKind, terminalKinds } from '#domain/equipment/terminals.ts';
import type { SheetFormat } from '#web/engine/transfer/export-button.tsx';

export const tables = ['sources', 'gateways', 'terminals', 'joint', 'interference'] as const;
export type EquipmentTable = (typeof tables)[number];

/** States by which each table is narrowed. */
export const statesOf = {
  sources: ['live', 'dead', 'fault', 'unreadable', 'waiting', 'off'],
  gateways: ['live', 'quiet', 'late', 'failing', 'off'],
  terminals: ['live', 'day', 'silent', 'unheard'],
  joint: [],
  interference: [],
} as const;

export const hourSpans = [24, 168, 744] as const;
export const daySpans = [1, 7, 31] as const;
export const bands = ['all', ...heightBands] as const;
export type Band = HeightBand | 'all';
export const pageSize = 50;
/** Hours of the timeline of interference. */
export const interferenceSpans = [24, 72, 168] as const;

export interface EquipmentState {
  of: EquipmentTable;
  q: string;
  state: string | null;
  kind: TerminalKind | null;
  /** Of the terminals, from 1. */
  page: number;
  /** The source whose details stand open. */
  source: number | null;
  tab: 'history' | 'coverage';
  hours: number;
  days: number;
  band: Band;
  /** Of interference: the hours of the timeline, and the hour that is shown, UTC ms; null: now. */
  span: number;
  hour: number | null;
}

/** What the address says of the page. */
export function useEquipmentState(): [EquipmentState, (change: Partial<EquipmentState>) => void] {
  const [search, setSearch] = useSearchParams();
  const of = tables.find((one) => one === search.get('of')) ?? 'sources';
  const whole = (name: string) => {
    const value = Number(search.get(name));
    return Number.isInteger(value) && value > 0 ? value : null;
  };
  const state: EquipmentState = {
    of,
    q: search.get('q') ?? '',
    state: statesOf[of].find((one) => one === search.get('state')) ?? null,
    kind: terminalKinds.find((one) => one === search.get('kind')) ?? null,
    page: whole('page') ?? 1,
    source: whole('source'),
    tab: search.get('tab') === 'coverage' ? 'coverage' : 'history',
    hours: hourSpans.find((one) => one === whole('hours')) ?? 24,
    days: daySpans.find((one) => one === whole('days')) ?? 31,
    band: bands.find((one) => one === search.get('band')) ?? 'all',
    span: interferenceSpans.find((one) => one === whole('span')) ?? 24,
    hour: whole('hour'),
  };
  const usual: Partial<Record<keyof EquipmentState, unknown>> = {
    of: 'sources',
    q: '',
    page: 1,
    tab: 'history',
    hours: 24,
    days: 31,
    band: 'all',
    span: 24,
  };
  return [
    state,
    (change) => {
      const next = new URLSearchParams();
      for (const [name, value] of Object.entries({ ...state, ...change })) {
        if (value !== null && value !== usual[name as keyof EquipmentState]) next.set(name, String(value));
      }
      setSearch(next, { replace: true });
    },
  ];
}

/** The address of what is shown as a file. */
export function exportPath(state: EquipmentState, table: string, format: SheetFormat): string {
  const search = new URLSearchParams({ table });
  if (table === 'terminals') {
    if (state.q) search.set('q', state.q);
    if (state.kind) search.set('kind', state.kind);
    if (state.state) search.set('state', state.state);
  }
  if (table === 'coverage') search.set('id', String(state.source));
  if (table === 'coverage' || table === 'joint') {
    search.set('days', String(state.days));
    search.set('band', state.band);
  }
  if (table === 'interference' && state.hour !== null) search.set('hour', String(state.hour));
  return `/api/services/app/Equipment/${format === 'csv' ? 'ExportCsv' : 'Export'}?${search}`;
}
