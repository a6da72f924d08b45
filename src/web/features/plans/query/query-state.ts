import { type Bounds, polygonWithin } from '#domain/geo/geojson.ts';
import { momentOn } from '#domain/plans/sheet/time-text.ts';
import { planStates } from '#domain/plans/states.ts';
import { dayAfter } from '#domain/plans/working-days.ts';
import { type PlanKey, planKeys } from '#domain/statistics/measures.ts';
import { dayOf } from '#domain/time/wall-clock.ts';
import { pageIn } from '#web/ui/page-in.ts';

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

/** Keys of a division of the statistics; '': what has none. */
export interface Counted {
  by: PlanKey;
  keys: string[];
}

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
  /** What sums of the statistics count: with it the days are those on which plans begin. */
  counted: Counted[];
  box: Bounds | null;
  page: number;
  sort: string;
  /**
   * Of the time line: the moment that it is about (UTC ISO; `now`: that of the clock; empty: the days asked for, or where the
   * rows are), how much it shows (empty: as much as the days asked for), and what makes a lane.
   */
  at: string;
  scale: Scale | '';
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
const momentIn = (text: string) => (text === 'now' || !Number.isNaN(Date.parse(text)) ? text : '');
const dayIn = (text: string | null) => (text && /^\d{4}-\d{2}-\d{2}$/.test(text) ? text : '');

const countedIn = (text: string | null): Counted[] =>
  (text ?? '').split(';').flatMap((part) => {
    const [name, keys = ''] = part.split(':', 2);
    const by = planKeys.find((key) => key === name);
    return by ? [{ by, keys: keys.split(',') }] : [];
  });

/** As the address has it: `hour:1-08;company:3,4`. */
export const countedText = (counted: readonly Counted[]): string =>
  counted.map(({ by, keys }) => `${by}:${keys.join(',')}`).join(';');

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
    counted: countedIn(query.get('counted')),
    box:
      box.length === 4 && box.every(Number.isFinite) && west < east && south < north
        ? [west, south, east, north]
        : null,
    page: pageIn(query),
    sort: query.get('sort') ?? standardSort,
    at: momentIn(query.get('at') ?? ''),
    scale: one<Scale | ''>(scales, query.get('scale'), ''),
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
  put('counted', countedText(state.counted));
  put('box', state.box?.join(',') ?? '');
  put('page', String(state.page), '1');
  put('sort', state.sort, standardSort);
  put('at', state.at);
  put('scale', state.scale);
  put('by', state.by, 'aircraft');
  return query;
}

const hourMs = 3_600_000;
const spanMs: Record<Scale, number> = { hours: 6 * hourMs, day: 24 * hourMs, week: 7 * 24 * hourMs };

/** From and to, UTC ms. */
export interface TimeWindow {
  from: number;
  to: number;
}

type TimeState = Pick<QueryState, 'at' | 'scale' | 'from' | 'to'>;

/** How much the time line shows: what was chosen, or as much as the days asked for. */
export function scaleOf({ scale, from, to }: Pick<QueryState, 'scale' | 'from' | 'to'>): Scale {
  if (scale !== '') return scale;
  return from !== '' && to !== '' && from < to ? 'week' : 'day';
}

/** The days asked for, UTC ms; an end that is open has none. */
function daysAsked({ from, to }: TimeState, timeZone: string): TimeWindow {
  return {
    from: from === '' ? Number.NEGATIVE_INFINITY : Date.parse(momentOn(from, 0, timeZone)),
    to: to === '' ? Number.POSITIVE_INFINITY : Date.parse(momentOn(dayAfter(to, 1), 0, timeZone)),
  };
}

/** So that this moment stands a quarter in, for what is to come matters more than what was. */
function windowAbout(moment: number, scale: Scale, timeZone: string): TimeWindow {
  const begin = moment - spanMs[scale] / 4;
  const from =
    scale === 'week'
      ? Date.parse(momentOn(dayOf(begin, timeZone), 0, timeZone))
      : Math.floor(begin / hourMs) * hourMs;
  return { from, to: from + spanMs[scale] };
}

/** What the time line shows: about the moment of the state, or else the days asked for as far as they have room. */
export function windowOf(state: TimeState, now: number, timeZone: string): TimeWindow {
  const scale = scaleOf(state);
  if (state.at !== '') return windowAbout(state.at === 'now' ? now : Date.parse(state.at), scale, timeZone);
  const span = spanMs[scale];
  const asked = daysAsked(state, timeZone);
  if (asked.to - asked.from <= span || now < asked.from) return { from: asked.from, to: asked.from + span };
  if (now >= asked.to) return { from: asked.to - span, to: asked.to };
  return windowAbout(now, scale, timeZone);
}

/** The moment about which plans are looked for that lie nearest to a window without any. */
export function nearestTo(
  { from, to }: TimeWindow,
  before: number | null,
  after: number | null,
): number | null {
  if (before === null || after === null) return before ?? after;
  return from - before <= after - to ? before : after;
}

const utcText = (at: number) => new Date(at).toISOString();

/** What is looked for, whatever the days. */
function filterOf(state: QueryState): Record<string, unknown> {
  const body: Record<string, unknown> = {};
  if (state.q.trim()) body.filter = state.q.trim();
  for (const name of ['states', 'kinds', 'urgencies'] as const)
    if (state[name].length > 0) body[name] = state[name];
  for (const name of relationFilterNames) {
    if (state.relations[name].length > 0) body[name] = state.relations[name];
  }
  for (const name of ['restricted', 'overdue', 'waiting'] as const) if (state[name]) body[name] = true;
  if (state.counted.length > 0) body.counted = state.counted;
  if (state.box) body.within = polygonWithin(state.box);
  return body;
}

/** The question of GetHistoryNAircraft; `shown`: the window of the time line. */
export function requestOf(
  state: QueryState,
  now: number,
  timeZone: string,
  shown: TimeWindow = windowOf(state, now, timeZone),
): Record<string, unknown> {
  const asked = daysAsked(state, timeZone);
  const whole = { withTasks: true, maxResultCount: 500 };
  if (state.show === 'timeline') {
    // The days of the filter narrow the window, they do not widen it.
    const from = Math.max(shown.from, asked.from);
    const to = Math.max(from + 1, Math.min(shown.to, asked.to));
    const window = { from: utcText(from), to: utcText(to), flown: true, sorting: 'startTime asc' };
    return { ...filterOf(state), ...window, ...whole };
  }
  const [first, last] =
    state.counted.length > 0 ? (['startsFrom', 'startsTo'] as const) : (['from', 'to'] as const);
  const days = { ...bound(first, asked.from), ...bound(last, asked.to) };
  const body = { ...filterOf(state), ...days, sorting: state.sort };
  if (state.show === 'map') return { ...body, ...whole };
  return { ...body, skipCount: (state.page - 1) * pageSize, maxResultCount: pageSize };
}

/** An open end is no bound. */
function bound(name: string, at: number): Record<string, string> {
  return Number.isFinite(at) ? { [name]: utcText(at) } : {};
}

/** The question for the last plan before a window, or the first after it. */
export function neighbourOf(
  state: QueryState,
  side: 'before' | 'after',
  shown: TimeWindow,
  timeZone: string,
): Record<string, unknown> {
  const asked = daysAsked(state, timeZone);
  const before = side === 'before';
  return {
    ...filterOf(state),
    ...bound('startsFrom', before ? asked.from : Math.max(shown.to, asked.from)),
    ...bound('startsTo', before ? Math.min(shown.from, asked.to) : asked.to),
    sorting: before ? 'startTime desc' : 'startTime asc',
    maxResultCount: 1,
  };
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
    state.counted.length > 0,
    state.box !== null,
  ].filter(Boolean).length;
}
