import { type Bounds, polygonWithin } from '#domain/geo/geojson.ts';
import { momentOn } from '#domain/plans/sheet/time-text.ts';
import { planStates } from '#domain/plans/states.ts';
import { dayAfter } from '#domain/plans/working-days.ts';

export const shows = ['table', 'timeline', 'map'] as const;
export type Show = (typeof shows)[number];
export const scales = ['hours', 'day', 'week'] as const;
export type Scale = (typeof scales)[number];

/** Filters that name records, by the field of the call, with the type that they name. */
export const relationFilters = {
  companies: 'company',
  missionTypes: 'missionType',
  aircraft: 'aircraft',
  pilots: 'pilot',
  airports: 'airport',
  airspaces: 'airspace',
} as const;
export type RelationFilter = keyof typeof relationFilters;
export const relationFilterNames = [
  'companies',
  'missionTypes',
  'aircraft',
  'pilots',
  'airports',
  'airspaces',
] as const satisfies RelationFilter[];

/** All that the query shows, as it stands in its address. */
export interface QueryState {
  show: Show;
  q: string;
  states: number[];
  kinds: string[];
  urgencies: string[];
  relations: Record<RelationFilter, number[]>;
  /** Days on the service's wall, `YYYY-MM-DD`, both included; empty: open. */
  from: string;
  to: string;
  restricted: boolean;
  overdue: boolean;
  waiting: boolean;
  box: Bounds | null;
  page: number;
  sort: string;
  /** Of the time line: the moment in its middle (UTC ISO; empty: now), how much it shows, and what makes a lane. */
  at: string;
  scale: Scale;
  by: 'aircraft' | 'callsign';
}

export const pageSize = 50;
const standardSort = 'startTime desc';

/** Addresses of the generated list: it has its own keys, and links of other screens use them. */
export function isListAddress(query: URLSearchParams): boolean {
  return [...query.keys()].some(
    (key) => key.startsWith('f.') || ['filter', 'view', 'cols', 'trash', 'size'].includes(key),
  );
}

const one = <T extends string>(values: readonly T[], text: string | null, other: T): T =>
  values.find((value) => value === text) ?? other;
const listIn = (text: string | null) => (text ?? '').split(',').filter((part) => part !== '');
const idsIn = (text: string | null) =>
  listIn(text)
    .map(Number)
    .filter((id) => Number.isSafeInteger(id) && id > 0);
const dayIn = (text: string | null) => (text && /^\d{4}-\d{2}-\d{2}$/.test(text) ? text : '');

export function readQuery(query: URLSearchParams): QueryState {
  const box = listIn(query.get('box')).map(Number);
  const [west = 0, south = 0, east = 0, north = 0] = box;
  return {
    show: one(shows, query.get('show'), 'table'),
    q: query.get('q') ?? '',
    states: listIn(query.get('states'))
      .map(Number)
      .filter((state) => planStates.some((known) => known === state)),
    kinds: listIn(query.get('kinds')),
    urgencies: listIn(query.get('urgencies')),
    relations: {
      companies: idsIn(query.get('companies')),
      missionTypes: idsIn(query.get('missionTypes')),
      aircraft: idsIn(query.get('aircraft')),
      pilots: idsIn(query.get('pilots')),
      airports: idsIn(query.get('airports')),
      airspaces: idsIn(query.get('airspaces')),
    },
    from: dayIn(query.get('from')),
    to: dayIn(query.get('to')),
    restricted: query.get('restricted') === '1',
    overdue: query.get('overdue') === '1',
    waiting: query.get('waiting') === '1',
    box:
      box.length === 4 && box.every(Number.isFinite) && west < east && south < north
        ? [west, south, east, north]
        : null,
    page: Math.max(1, Math.floor(Number(query.get('page')) || 1)),
    sort: query.get('sort') ?? standardSort,
    at: Number.isNaN(Date.parse(query.get('at') ?? '')) ? '' : (query.get('at') ?? ''),
    scale: one(scales, query.get('scale'), 'day'),
    by: one(['aircraft', 'callsign'], query.get('by'), 'aircraft'),
  };
}

/** The address of a state; what is as usual is left out. */
export function writeQuery(state: QueryState): URLSearchParams {
  const query = new URLSearchParams();
  const put = (key: string, text: string, usual = '') => {
    if (text !== usual) query.set(key, text);
  };
  put('show', state.show, 'table');
  put('q', state.q);
  put('states', state.states.join(','));
  put('kinds', state.kinds.join(','));
  put('urgencies', state.urgencies.join(','));
  for (const name of relationFilterNames) put(name, state.relations[name].join(','));
  put('from', state.from);
  put('to', state.to);
  put('restricted', state.restricted ? '1' : '');
  put('overdue', state.overdue ? '1' : '');
  put('waiting', state.waiting ? '1' : '');
  put('box', state.box?.join(',') ?? '');
  put('page', String(state.page), '1');
  put('sort', state.sort, standardSort);
  put('at', state.at);
  put('scale', state.scale, 'day');
  put('by', state.by, 'aircraft');
  return query;
}

const hourMs = 3_600_000;
const spanMs: Record<Scale, number> = { hours: 6 * hourMs, day: 24 * hourMs, week: 7 * 24 * hourMs };

/** What the time line shows, UTC ms: `at` stands a quarter in, for what is to come matters more than what was. */
export function windowOf(
  { at, scale }: Pick<QueryState, 'at' | 'scale'>,
  now: number,
): { from: number; to: number } {
  const middle = at === '' ? now : Date.parse(at);
  const step = scale === 'week' ? 24 * hourMs : hourMs;
  const from = Math.floor((middle - spanMs[scale] / 4) / step) * step;
  return { from, to: from + spanMs[scale] };
}

/** The question of GetHistoryNAircraft. */
export function requestOf(state: QueryState, now: number, timeZone: string): Record<string, unknown> {
  const body: Record<string, unknown> = { sorting: state.sort };
  if (state.q.trim()) body.filter = state.q.trim();
  for (const name of ['states', 'kinds', 'urgencies'] as const)
    if (state[name].length > 0) body[name] = state[name];
  for (const name of relationFilterNames) {
    if (state.relations[name].length > 0) body[name] = state.relations[name];
  }
  if (state.from) body.from = momentOn(state.from, 0, timeZone);
  if (state.to) body.to = momentOn(dayAfter(state.to, 1), 0, timeZone);
  for (const name of ['restricted', 'overdue', 'waiting'] as const) if (state[name]) body[name] = true;
  if (state.box) body.within = polygonWithin(state.box);
  if (state.show === 'table') {
    return { ...body, skipCount: (state.page - 1) * pageSize, maxResultCount: pageSize };
  }
  if (state.show === 'timeline') {
    // The days of the filter narrow the window, they do not widen it.
    const { from, to } = windowOf(state, now);
    const start = body.from ? Math.max(from, Date.parse(String(body.from))) : from;
    const end = body.to ? Math.min(to, Date.parse(String(body.to))) : to;
    body.from = new Date(start).toISOString();
    body.to = new Date(Math.max(start + 1, end)).toISOString();
    body.sorting = 'startTime asc';
  }
  return { ...body, withTasks: true, maxResultCount: 500 };
}

export const periods = ['today', 'yesterday', 'last7Days', 'lastWeek'] as const;
export type Period = (typeof periods)[number];

/** The days of a period, both included, seen from `today` (`YYYY-MM-DD`); a week begins on Monday. */
export function daysOf(period: Period, today: string): Pick<QueryState, 'from' | 'to'> {
  switch (period) {
    case 'today':
      return { from: today, to: today };
    case 'yesterday':
      return { from: dayAfter(today, -1), to: dayAfter(today, -1) };
    case 'last7Days':
      return { from: dayAfter(today, -6), to: today };
    case 'lastWeek': {
      const sinceMonday = (new Date(`${today}T00:00:00Z`).getUTCDay() + 6) % 7;
      const monday = dayAfter(today, -sinceMonday - 7);
      return { from: monday, to: dayAfter(monday, 6) };
    }
  }
}

/** How many filters narrow the answer, beside the search and the states. */
export function filterCount(state: QueryState): number {
  return [
    state.kinds.length > 0,
    state.urgencies.length > 0,
    ...relationFilterNames.map((name) => state.relations[name].length > 0),
    state.from !== '' || state.to !== '',
    state.restricted,
    state.overdue,
    state.waiting,
    state.box !== null,
  ].filter(Boolean).length;
}
