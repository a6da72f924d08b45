import { closedTimes, type OpenEvent, type OpenState } from '#domain/airspace/openness.ts';
import type { Volume4d } from '#domain/conflicts/strategic.ts';
import { type AirspaceTimes, activations } from '#domain/time/activation.ts';
import { type Interval, within } from '#domain/time/interval.ts';
import type { Row, Sql } from '#server/db/sql.ts';
import type { AirspaceVolume, VolumeParameters, VolumeSource } from './known-volume.ts';

type Version = Row<'airspaceVersion'>;
type Event = Row<'airspaceEvent'>;

const restricted = new Set<string>(['restricted', 'tempRestricted']);

/** Airspaces that may stand in the way: kept from flight, closed, or granted to somebody; by version, week and event. */
export const airspaceSource: VolumeSource = {
  name: 'airspace',
  async load(sql: Sql, ids: number[] | null, { timeZone }: VolumeParameters) {
    const live = sql.selectFrom('airspace').selectAll().where('deletedAt', 'is', null);
    const rows = await (ids === null ? live : live.where('id', 'in', ids)).execute();
    const wanted = rows.map(({ id }) => id);
    const events = perAirspace(await eventsOf(sql, wanted));
    const versions = perAirspace(await versionsOf(sql, wanted));
    const volumes = new Map(
      rows.flatMap((row): [number, AirspaceVolume[]][] => {
        const of = [versions.get(row.id) ?? [], events.get(row.id) ?? []] as const;
        const taken = airspaceVolumes(row, ...of, timeZone);
        return taken.length > 0 ? [[row.id, taken]] : [];
      }),
    );
    return { volumes };
  },
  // A region holds what warnings and NOTAMs say of all of it.
  async placesOthers(sql, ids) {
    const region = await sql
      .selectFrom('airspace')
      .select('id')
      .where('id', 'in', ids)
      .where('kind', '=', 'fir')
      .limit(1)
      .executeTakeFirst();
    return region !== undefined;
  },
};

function eventsOf(sql: Sql, airspaces: number[]): Promise<Event[]> {
  const live = sql.selectFrom('airspaceEvent').selectAll().where('deletedAt', 'is', null);
  return airspaces.length === 0
    ? Promise.resolve([])
    : live.where('airspace', 'in', airspaces).orderBy('id').execute();
}

function versionsOf(sql: Sql, airspaces: number[]): Promise<Version[]> {
  const live = sql.selectFrom('airspaceVersion').selectAll().where('deletedAt', 'is', null);
  return airspaces.length === 0
    ? Promise.resolve([])
    : live.where('airspace', 'in', airspaces).orderBy('id').execute();
}

/** The rows of each airspace, in their order. */
function perAirspace<Of extends { airspace: number }>(rows: readonly Of[]): Map<number, Of[]> {
  const found = new Map<number, Of[]>();
  for (const row of rows) {
    const known = found.get(row.airspace);
    if (known) known.push(row);
    else found.set(row.airspace, [row]);
  }
  return found;
}

/** One airspace as volumes: each version in its time, each reason at its own hours. */
function airspaceVolumes(
  row: Row<'airspace'>,
  versions: readonly Version[],
  eventRows: readonly Event[],
  timeZone: string,
): AirspaceVolume[] {
  const events = eventRows.flatMap((event): OpenEvent[] =>
    event.kind === 'open' || event.kind === 'close'
      ? [
          {
            id: event.id,
            kind: event.kind,
            from: Date.parse(event.from),
            to: timeOf(event.to),
          },
        ]
      : [],
  );
  const otherwise = row.openState;
  // Before its first version, the record itself is all that is known.
  const first = versions[0] ? Date.parse(versions[0].effectiveFrom) : null;
  const inForce = [
    { row, from: null, to: first },
    ...versions.map((version, index) => ({
      row: version,
      from: Date.parse(version.effectiveFrom),
      to: timeOf(version.effectiveTo) ?? timeOf(versions[index + 1]?.effectiveFrom),
    })),
  ];
  return inForce.flatMap((version) => versionVolumes(row, version, events, otherwise, timeZone));
}

function versionVolumes(
  record: Row<'airspace'>,
  version: { row: Row<'airspace'> | Version; from: number | null; to: number | null },
  events: readonly OpenEvent[],
  otherwise: OpenState | null,
  timeZone: string,
): AirspaceVolume[] {
  const { row } = version;
  const extent = extentOf(row);
  const { kind, schedule } = row;
  const later = (a: number | null, b: number | null) => (a === null ? b : b === null ? a : Math.max(a, b));
  const earlier = (a: number | null, b: number | null) => (a === null ? b : b === null ? a : Math.min(a, b));
  const validFrom = timeOf(row.validFrom);
  const validTo = timeOf(row.validTo);
  const base = {
    owner: { resource: 'airspace', id: record.id, label: row.name, labelEn: row.nameEn },
    part: 0,
    ...extent,
    lower: row.lower,
    upper: row.upper,
    from: later(version.from, validFrom),
    to: earlier(version.to, validTo),
    source: 'airspace' as const,
    companyId: row.company,
    sharing: row.sharing ?? 'consent',
  };
  if (base.from !== null && base.to !== null && base.from >= base.to) return [];
  const times: AirspaceTimes = { schedule };
  const active = (window: Interval) => activations(times, window, timeZone);
  const closed = (window: Interval) => closedTimes(events, window, otherwise);
  const opened = (window: Interval) =>
    closedTimes(
      events.map((event) => ({
        ...event,
        kind: event.kind === 'open' ? ('close' as const) : ('open' as const),
      })),
      window,
      otherwise === 'open' ? 'closed' : otherwise === 'closed' ? 'open' : null,
    );
  const weekly = schedule && schedule.length > 0 ? { times: active } : {};
  const found: AirspaceVolume[] = [];
  // Without events its state alone says whether it is closed, and always.
  if (events.length > 0 || otherwise === 'closed') found.push({ ...base, because: 'closed', times: closed });
  if (kind === 'prohibited') found.push({ ...base, ...weekly, because: 'prohibited' });
  if (kind === 'danger') found.push({ ...base, ...weekly, because: 'danger' });
  if (restricted.has(kind)) {
    found.push(
      { ...base, because: 'restricted', times: (window) => without(active(window), opened(window)) },
      { ...base, because: 'restrictedOpen', times: (window) => both(active(window), opened(window)) },
    );
  }
  const isOther = kind === 'prohibited' || kind === 'danger' || restricted.has(kind);
  if (!isOther && base.companyId !== null && record.state === 1) {
    found.push({ ...base, ...weekly, because: 'granted' });
  }
  return found;
}

/** True discs and corridors where the figures are there; what was drawn otherwise. */
function extentOf(row: Row<'airspace'> | Version): Pick<Volume4d, 'footprint' | 'marginM'> {
  const { shape, center, radiusM, centerline, widthM, geometry } = row;
  if ((shape === 'circle' || shape === 'point') && center && radiusM !== null) {
    return { footprint: center, marginM: radiusM };
  }
  if (shape === 'corridor' && centerline && widthM !== null) {
    return { footprint: centerline, marginM: widthM / 2 };
  }
  return { footprint: geometry, marginM: 0 };
}

function both(some: readonly Interval[], others: readonly Interval[]): Interval[] {
  return some.flatMap((one) => others.flatMap((other) => within(one, other) ?? []));
}

function without(some: readonly Interval[], others: readonly Interval[]): Interval[] {
  return others.reduce<Interval[]>(
    (left, gap) =>
      left.flatMap((one) => {
        const before = within(one, { from: Number.NEGATIVE_INFINITY, to: gap.from });
        const after = within(one, { from: gap.to, to: Number.POSITIVE_INFINITY });
        return [before, after].filter((part) => part !== null);
      }),
    [...some],
  );
}

function timeOf(value: string | null | undefined): number | null {
  return value ? Date.parse(value) : null;
}
