import type { AirPicture, MeetingRoom, OtherRoom, OwnRoom } from '#contract/map.ts';
import { stretchesAlong } from '#domain/conflicts/along-track.ts';
import { boundsOf } from '#domain/conflicts/height-bounds.ts';
import { overlapInPlanView } from '#domain/conflicts/plan-view.ts';
import {
  conflictOf,
  defaultBuffers,
  type StrategicOptions,
  type Volume4d,
} from '#domain/conflicts/strategic.ts';
import { sharedHeight } from '#domain/conflicts/vertical.ts';
import { lengthM } from '#domain/geo/geodesy.ts';
import { mayEver, mayReadField } from '#domain/identity/access.ts';
import { standingTasks } from '#domain/plans/standing.ts';
import { numberOf } from '#domain/text/narrow.ts';
import { activations } from '#domain/time/activation.ts';
import { type Interval, within } from '#domain/time/interval.ts';
import type { Sql } from '#server/db/sql.ts';
import { titleIn } from '#server/engine/records/fields.ts';
import type { Records } from '#server/engine/records/records.ts';
import type { Conflicts } from '#server/features/conflicts/conflicts.ts';
import type { KnownVolume } from '#server/features/conflicts/known-volume.ts';
import { checkedPlan } from '#server/features/plans/plan-life.ts';
import {
  type PlanParameters,
  readPlanParameters,
  volumeParametersOf,
} from '#server/features/plans/plan-parameters.ts';
import { getPlan, tasksOf } from '#server/features/plans/plan-store.ts';
import { loadPlaces, volumesOf } from '#server/features/plans/plan-volumes.ts';
import type { Caller } from '#server/kernel/caller.ts';
import { betweenSteps } from '#server/kernel/in-slices.ts';
import type { Parameters } from '#server/kernel/parameters.ts';

export interface AirPictureDeps {
  records: Records;
  sql: Sql;
  parameters: Pick<Parameters, 'all'>;
  conflicts: Conflicts;
  clock: () => Date;
}

/** So far around a document the air is shown, metres. */
const aroundM = 20_000;
/** Of an airspace, the use of so many days is shown. */
const daysMs = 7 * 86_400_000;
const mostAirspaces = 5_000;

/** What is asked about, each part with its name and the times in which it flies or is used. */
type Own = Volume4d & { label: string; from: number; to: number; hours: Interval[] };

/** The air around a plan or an airspace that the caller may read, in its hours, among the rows that they may read. */
export async function airPictureOf(
  deps: AirPictureDeps,
  caller: Caller,
  asked: { resource: 'plan' | 'airspace'; id: number },
): Promise<AirPicture> {
  const parameters = await readPlanParameters(deps.parameters);
  const { timeZone } = parameters.deadlines;
  await deps.conflicts.refresh(deps.sql, volumeParametersOf(parameters));
  const own = await deps.conflicts.overGround(
    asked.resource === 'plan'
      ? await ownOfPlan(deps, caller, asked.id, parameters)
      : await ownOfAirspace(deps, caller, asked.id, timeZone),
  );
  if (own.length === 0) return { hours: null, own: [], others: [] };
  const hours = {
    from: Math.min(...own.map(({ from }) => from)),
    to: Math.max(...own.map(({ to }) => to)),
  };
  const others = [
    ...(await airspacesAround(deps, caller, asked, own, hours, timeZone)),
    ...(await takenAround(deps, caller, asked, own, hours)),
  ];
  const pause = betweenSteps();
  const rooms: OtherRoom[] = [];
  for (const { volume: taken, ...view } of others) {
    const meets: MeetingRoom[] = [];
    const [volume = taken] = await deps.conflicts.overGround([taken]);
    for (const part of own) {
      const met = meetingOf(part, volume, parameters.buffers);
      if (met) meets.push(met);
      await pause();
    }
    rooms.push({ ...view, meets });
  }
  return { hours: spanOf(hours), own: own.map(ownView), others: rooms };
}

const spanOf = ({ from, to }: Interval) => ({
  from: new Date(from).toISOString(),
  to: new Date(to).toISOString(),
});

/** What is drawn has a place, heights and times: who may not read all of them gets none of it. */
const drawnBy = {
  plan: ['jobTask', ['geometry', 'lower', 'upper', 'etd', 'eta']],
  airspace: ['airspace', ['geometry', 'lower', 'upper', 'validFrom', 'validTo']],
  notice: ['notice', ['area', 'lower', 'upper', 'startTime', 'endTime']],
  notam: ['notam', ['area', 'lower', 'upper', 'validFrom', 'validTo']],
} as const;

function mayDraw({ ability }: Caller, of: keyof typeof drawnBy): boolean {
  const [resource, fields] = drawnBy[of];
  return mayEver(ability, 'read', of) && fields.every((field) => mayReadField(ability, resource, field));
}

async function ownOfPlan(
  { records, sql, conflicts, clock }: AirPictureDeps,
  caller: Caller,
  id: number,
  parameters: PlanParameters,
): Promise<Own[]> {
  const plan = await getPlan(records, caller, id);
  if (!mayDraw(caller, 'plan')) return [];
  const tasks = await tasksOf(records, sql, caller, id);
  const { tasks: filed } = checkedPlan(plan, tasks);
  const days = plan.kind === 'standing' ? standingTasks(plan, filed, parameters.deadlines.timeZone) : [];
  // Of a plan for a term, its next day.
  const next = days.find(({ task }) => Date.parse(task.eta) > clock().getTime())?.day;
  const flown =
    plan.kind === 'standing' ? days.filter(({ day }) => day === next).map(({ task }) => task) : filed;
  // Once it is filed the index has it at the time for which its release was asked.
  const known = conflicts.known('plan', id);
  const owner = { resource: 'plan', id, label: titleIn(caller, records.untyped.resource('plan'), plan) };
  const callsigns = mayReadField(caller.ability, 'jobTask', 'callsign');
  const volumes: Volume4d[] =
    known.length > 0 ? known : volumesOf(owner, flown, await loadPlaces(sql, flown), parameters);
  return volumes.flatMap((volume): Own[] => {
    const { from, to } = volume;
    if (from === null || to === null || !(from < to)) return [];
    const label = (callsigns ? filed[volume.part]?.callsign : null) ?? owner.label;
    return [{ ...volume, from, to, hours: [{ from, to }], label }];
  });
}

async function ownOfAirspace(
  { records, clock }: AirPictureDeps,
  caller: Caller,
  id: number,
  timeZone: string,
): Promise<Own[]> {
  const airspace = await records.get(caller, 'airspace', id);
  const { geometry, lower, upper, validFrom } = airspace;
  if (!geometry || !mayDraw(caller, 'airspace')) return [];
  const start = Math.max(clock().getTime(), validFrom ? Date.parse(validFrom) : 0);
  const hours = activations(airspace, { from: start, to: start + daysMs }, timeZone);
  const [first, last] = [hours[0], hours.at(-1)];
  if (!first || !last) return [];
  const label = titleIn(caller, records.untyped.resource('airspace'), airspace);
  const owner = { resource: 'airspace', id, label };
  const air = { owner, part: 0, footprint: geometry, marginM: 0, lower: lower ?? null, upper: upper ?? null };
  return [{ ...air, from: first.from, to: last.to, times: timesAmong(hours), hours, label }];
}

const timesAmong = (hours: readonly Interval[]) => (window: Interval) =>
  hours.flatMap((one) => within(one, window) ?? []);

function ownView({ part, label, footprint, marginM, lower, upper, hours }: Own): OwnRoom {
  const line = footprint.type === 'LineString' ? footprint.coordinates : null;
  return {
    part,
    label,
    geometry: footprint,
    marginM,
    lower,
    upper,
    times: hours.map(spanOf),
    lengthM: line && lengthM(line.map(([longitude, latitude]) => ({ longitude, latitude }))),
  };
}

/** What it is, as it is told, and the air that it takes. */
type Around = Omit<OtherRoom, 'meets'> & { volume: Volume4d };

const forbidding = new Set<string>(['prohibited', 'restricted', 'danger', 'tempRestricted', 'uasControlled']);

/** Airspaces, with how they are in these hours: closed by what was recorded, in use by their week. */
async function airspacesAround(
  { records, sql, conflicts }: AirPictureDeps,
  caller: Caller,
  asked: { resource: string; id: number },
  own: readonly Own[],
  hours: Interval,
  timeZone: string,
): Promise<Around[]> {
  if (!mayDraw(caller, 'airspace')) return [];
  const codes = mayReadField(caller.ability, 'airspace', 'designator');
  const filter = { field: 'state', operator: 'in' as const, value: [0, 1] };
  const rows = await records.rows(caller, 'airspace', { filter, sort: [], most: mostAirspaces }, sql);
  const pause = betweenSteps();
  const near: Around[] = [];
  for (const row of rows) {
    await pause();
    near.push(...around(row));
  }
  return near;

  function around(row: (typeof rows)[number]): Around[] {
    const { id, geometry, kind, state, openState, validTo } = row;
    if ((asked.resource === 'airspace' && asked.id === id) || !geometry) return [];
    if (validTo && Date.parse(validTo) <= hours.from) return [];
    if (!own.some((one) => overlapInPlanView(one.footprint, geometry, one.marginM + aroundM))) return [];
    const closed = state === 1 ? closedTimes(conflicts.known('airspace', id), hours) : [];
    const times = closed.length > 0 ? closed : activations(row, hours, timeZone);
    const limits = { lower: row.lower ?? null, upper: row.upper ?? null };
    const label =
      (codes ? row.designator : null) || titleIn(caller, records.untyped.resource('airspace'), row);
    return [
      {
        resource: 'airspace',
        id,
        label,
        kind,
        state: state ?? null,
        openState: closed.length > 0 ? 'closed' : openState ? 'open' : null,
        inTheWay: closed.length > 0 || (state === 1 && forbidding.has(kind)),
        geometry,
        marginM: 0,
        ...limits,
        times: times.map(spanOf),
        volume: {
          owner: { resource: 'airspace', id, label },
          part: 0,
          footprint: geometry,
          marginM: 0,
          ...limits,
          ...hours,
          times: timesAmong(times),
        },
      },
    ];
  }
}

function closedTimes(known: readonly KnownVolume[], hours: Interval): Interval[] {
  return known.flatMap((volume) => {
    if (volume.source !== 'airspace' || volume.because !== 'closed') return [];
    const window = within(hours, { from: volume.from ?? hours.from, to: volume.to ?? hours.to });
    return window ? (volume.times?.(window) ?? [window]) : [];
  });
}

/** What takes air for a time: weather has a layer of its own, an airspace is told with its hours. */
type TakingVolume = Extract<KnownVolume, { source: 'plan' | 'notice' | 'notam' }>;

function isShown(volume: KnownVolume): volume is TakingVolume {
  if (volume.source === 'notam') return volume.effect !== 'none';
  return volume.source === 'plan' || volume.source === 'notice';
}

/** Other plans, notices and NOTAMs of these hours, from the index that every check asks. */
async function takenAround(
  { records, sql, conflicts }: AirPictureDeps,
  caller: Caller,
  asked: { resource: string; id: number },
  own: readonly Own[],
  hours: Interval,
): Promise<Around[]> {
  const anyHeight = own.map((one) => ({ ...one, lower: null, upper: null }));
  const itself = ({ owner }: KnownVolume) => owner.resource === asked.resource && owner.id === asked.id;
  const found = conflicts.find(
    anyHeight,
    { ...defaultBuffers, horizontalBufferM: aroundM },
    (other) => isShown(other) && !itself(other),
  );
  const volumes = [...new Set(found.map(({ other }) => other).filter(isShown))];
  const readable = async (resource: TakingVolume['source']) => {
    const ids = [...new Set(volumes.flatMap(({ owner }) => (owner.resource === resource ? [owner.id] : [])))];
    const known = new Map<number, { label: string; state: number | null }>();
    if (ids.length === 0 || !mayDraw(caller, resource)) return known;
    const filter = { field: 'id', operator: 'in' as const, value: ids };
    const titles = records.untyped.resource(resource);
    for (const row of await records.rows(caller, resource, { filter, sort: [], most: ids.length }, sql))
      known.set(row.id, {
        label: titleIn(caller, titles, row),
        state: 'state' in row ? numberOf(row.state) : null,
      });
    return known;
  };
  const [plan, notice, notam] = await Promise.all([readable('plan'), readable('notice'), readable('notam')]);
  const seenOf = { plan, notice, notam };
  return volumes.flatMap((volume): Around[] => {
    const { owner, footprint, marginM, lower, upper } = volume;
    const { id } = owner;
    const time = within(hours, { from: volume.from ?? hours.from, to: volume.to ?? hours.to });
    const seen = seenOf[volume.source].get(id);
    if (!seen || !time) return [];
    return [
      {
        resource: volume.source,
        id,
        label: seen.label,
        kind: volume.source === 'notice' ? volume.kind : volume.source === 'notam' ? volume.effect : null,
        state: seen.state,
        openState: null,
        inTheWay: volume.source !== 'notam' || volume.effect === 'hold',
        geometry: footprint,
        marginM,
        lower,
        upper,
        times: (volume.times?.(time) ?? [time]).map(spanOf),
        volume,
      },
    ];
  });
}

/** Where and when one part meets another's air in plan view; null: it does not. */
function meetingOf(own: Own, other: Volume4d, buffers: StrategicOptions): MeetingRoom | null {
  const met = conflictOf({ ...own, lower: null, upper: null }, other, buffers);
  if (!met) return null;
  const { shared, compared } = sharedHeight(own, other, buffers.verticalBufferM);
  const apartM = own.marginM + other.marginM + buffers.horizontalBufferM;
  return {
    part: own.part,
    ...spanOf({ from: met.from ?? own.from, to: met.to ?? own.to }),
    along:
      own.footprint.type === 'LineString'
        ? stretchesAlong(own.footprint.coordinates, met.other.footprint, apartM)
        : null,
    height: !shared ? 'apart' : compared ? 'shared' : 'unknown',
    bounds: compared ? null : boundsOf(own, other),
  };
}
