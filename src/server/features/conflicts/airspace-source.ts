import { type AirspaceTimes, activations } from '#domain/airspace/activation.ts';
import { closedTimes, type OpenEvent, type OpenState } from '#domain/airspace/openness.ts';
import type { Volume4d } from '#domain/conflicts/strategic.ts';
import { isAltitude } from '#domain/geo/altitude.ts';
import { isGeometry } from '#domain/geo/geojson.ts';
import { type Interval, within } from '#domain/time/interval.ts';
import type { Sql } from '#server/db/sql.ts';
import type { AirspaceVolume, VolumeFigures, VolumeSource } from './known-volume.ts';

type Row = Record<string, unknown>;

const areas = ['Point', 'LineString', 'Polygon', 'MultiPolygon'] as const;
const restricted = new Set(['restricted', 'tempRestricted']);

/** Airspaces that may stand in the way: kept from flight, closed, or granted to somebody; by version, week and event. */
export const airspaceSource: VolumeSource = {
  name: 'airspace',
  async load(sql: Sql, ids: number[] | null, { timeZone }: VolumeFigures) {
    const live = sql.selectFrom('airspace').selectAll().where('deletedAt', 'is', null);
    const rows: Row[] = ids === null ? await live.execute() : await live.where('id', 'in', ids).execute();
    const wanted = rows.map(({ id }) => Number(id));
    const events = await perAirspace(sql, 'airspaceEvent', wanted);
    const versions = await perAirspace(sql, 'airspaceVersion', wanted);
    const volumes = new Map(
      rows.flatMap((row): [number, AirspaceVolume[]][] => {
        const id = Number(row.id);
        const taken = airspaceVolumes(row, versions.get(id) ?? [], events.get(id) ?? [], timeZone);
        return taken.length > 0 ? [[id, taken]] : [];
      }),
    );
    return { volumes };
  },
};

async function perAirspace(sql: Sql, table: string, ids: number[]): Promise<Map<number, Row[]>> {
  const found = new Map<number, Row[]>();
  if (ids.length === 0) return found;
  const rows = await sql
    .selectFrom(table)
    .selectAll()
    .where('airspace', 'in', ids)
    .where('deletedAt', 'is', null)
    .orderBy('id')
    .execute();
  for (const row of rows) {
    const id = Number(row.airspace);
    found.set(id, [...(found.get(id) ?? []), row]);
  }
  return found;
}

/** One airspace as volumes: each version in its time, each reason at its own hours. */
export function airspaceVolumes(
  row: Row,
  versions: readonly Row[],
  eventRows: readonly Row[],
  timeZone: string,
): AirspaceVolume[] {
  const events = eventRows.flatMap((event): OpenEvent[] =>
    event.kind === 'open' || event.kind === 'close'
      ? [
          {
            id: Number(event.id),
            kind: event.kind,
            from: timeOf(event.from) ?? Number.NEGATIVE_INFINITY,
            to: timeOf(event.to),
          },
        ]
      : [],
  );
  const otherwise: OpenState | null =
    row.openState === 'open' || row.openState === 'closed' ? row.openState : null;
  // Before its first version, the record itself is all that is known.
  const first = versions.map((version) => timeOf(version.effectiveFrom)).find((at) => at !== null) ?? null;
  const inForce = [
    ...(versions.length === 0 || first !== null ? [{ row, from: null, to: first }] : []),
    ...versions.map((version, index) => ({
      row: version,
      from: timeOf(version.effectiveFrom),
      to: timeOf(version.effectiveTo) ?? timeOf(versions[index + 1]?.effectiveFrom),
    })),
  ];
  return inForce.flatMap((version) => versionVolumes(row, version, events, otherwise, timeZone));
}

function versionVolumes(
  record: Row,
  version: { row: Row; from: number | null; to: number | null },
  events: readonly OpenEvent[],
  otherwise: OpenState | null,
  timeZone: string,
): AirspaceVolume[] {
  const { row } = version;
  const extent = extentOf(row);
  if (!extent) return [];
  const kind = String(row.kind);
  const later = (a: number | null, b: number | null) => (a === null ? b : b === null ? a : Math.max(a, b));
  const earlier = (a: number | null, b: number | null) => (a === null ? b : b === null ? a : Math.min(a, b));
  const validFrom = timeOf(row.validFrom);
  const validTo = timeOf(row.validTo);
  const base = {
    owner: { resource: 'airspace', id: Number(record.id), label: String(row.name ?? record.name) },
    part: 0,
    ...extent,
    lower: isAltitude(row.lower) ? row.lower : null,
    upper: isAltitude(row.upper) ? row.upper : null,
    from: later(version.from, validFrom),
    to: earlier(version.to, validTo),
    source: 'airspace' as const,
    companyId: typeof row.company === 'number' ? row.company : null,
    sharing: String(row.sharing ?? 'consent'),
  };
  if (base.from !== null && base.to !== null && base.from >= base.to) return [];
  const times: AirspaceTimes = { schedule: scheduleOf(row.schedule) };
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
  const weekly = times.schedule ? { times: active } : {};
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
function extentOf(row: Row): Pick<Volume4d, 'footprint' | 'marginM'> | null {
  const { shape, center, radiusM, centerline, widthM } = row;
  if (
    (shape === 'circle' || shape === 'point') &&
    isGeometry(center, ['Point']) &&
    typeof radiusM === 'number'
  ) {
    return { footprint: center, marginM: radiusM };
  }
  if (shape === 'corridor' && isGeometry(centerline, ['LineString']) && typeof widthM === 'number') {
    return { footprint: centerline, marginM: widthM / 2 };
  }
  const { geometry } = row;
  return isGeometry(geometry, areas) ? { footprint: geometry, marginM: 0 } : null;
}

function scheduleOf(value: unknown): AirspaceTimes['schedule'] {
  if (!Array.isArray(value) || value.length === 0) return null;
  return value.flatMap((line) =>
    Array.isArray(line?.days) && typeof line.startTime === 'string' && typeof line.endTime === 'string'
      ? [{ days: line.days.map(Number), startTime: line.startTime, endTime: line.endTime }]
      : [],
  );
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

function timeOf(value: unknown): number | null {
  return typeof value === 'string' ? Date.parse(value) : null;
}
