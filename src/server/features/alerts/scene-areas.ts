import { sql as raw } from 'kysely';
import { isAirspaceFigure, type StatedFigures, stricter } from '#domain/conflicts/nets/figures.ts';
import type { AreaUse, SceneArea, SceneVolume } from '#domain/conflicts/nets/safety-net.ts';
import { isAltitude } from '#domain/geo/altitude.ts';
import { isGeometry } from '#domain/geo/geojson.ts';
import { isObject } from '#domain/text/narrow.ts';
import { within } from '#domain/time/interval.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Conflicts } from '#server/features/conflicts/conflicts.ts';
import type { KnownVolume } from '#server/features/conflicts/known-volume.ts';
import { figuresOfClass, separationOfClass } from './net-parameters.ts';
import { volumeOf } from './scene-volume.ts';

/** How far ahead an area's hours matter, ms. */
const aheadMs = 30 * 60_000;

interface AreaRow {
  id: number;
  name: string;
  nameEn: string | null;
  kind: string;
  airspaceClass: string | null;
  company: number | null;
  state: number | null;
  densityLimit: number | null;
  separationM: number | null;
  separationVerticalM: number | null;
  minimumAltitudeM: number | null;
  alertFigures: unknown;
  /** Of the record, or of its class. */
  figures: StatedFigures | null;
  geometry: unknown;
  lower: unknown;
  upper: unknown;
  validFrom: string | null;
  validTo: string | null;
}

/** Kinds in which whoever flies needs a plan. */
const managed = new Set(['aerodrome', 'corridor', 'atz', 'ctr', 'temporary', 'monitoring', 'uasControlled']);

/** Airspaces that are active now or soon, each for each reason for which it matters to the nets. */
export async function readAreas(
  sql: Sql,
  air: Pick<Conflicts, 'known'>,
  nowMs: number,
  parameters: ReadonlyMap<string, string>,
): Promise<SceneArea[]> {
  const { rows } = await raw<Omit<AreaRow, 'figures'>>`
    select id, name, name_en as "nameEn", kind, airspace_class as "airspaceClass", company, state, density_limit as "densityLimit",
      separation_m as "separationM", separation_vertical_m as "separationVerticalM",
      minimum_altitude_m as "minimumAltitudeM", alert_figures as "alertFigures", geometry, lower, upper, valid_from as "validFrom", valid_to as "validTo"
    from airspace where deleted_at is null`.execute(sql);
  const window = { from: nowMs, to: nowMs + aheadMs };
  return rows
    .map((row) => withClass(row, parameters))
    .flatMap((row) => [
      ...air.known('airspace', row.id).flatMap((volume) => shutArea(row, volume, window)),
      ...ownArea(row),
    ]);
}

/** What its record does not state is as its class has it. */
function withClass(row: Omit<AreaRow, 'figures'>, parameters: ReadonlyMap<string, string>): AreaRow {
  const ofClass = separationOfClass(parameters, row.airspaceClass);
  const figures = { ...figuresOfClass(parameters, row.airspaceClass), ...statedIn(row.alertFigures) };
  return {
    ...row,
    separationM: row.separationM ?? ofClass.separationM,
    separationVerticalM: row.separationVerticalM ?? ofClass.separationVerticalM,
    figures: Object.keys(figures).length > 0 ? figures : null,
  };
}

/** What a record states; of a figure that it states twice the stricter. */
function statedIn(value: unknown): StatedFigures {
  const stated: { -readonly [figure in keyof StatedFigures]: StatedFigures[figure] } = {};
  for (const one of Array.isArray(value) ? value : []) {
    if (!isObject(one) || !isAirspaceFigure(one.figure) || typeof one.value !== 'number') continue;
    const before = stated[one.figure];
    stated[one.figure] = before === undefined ? one.value : stricter(one.figure, before, one.value);
  }
  return stated;
}

/** What is closed, prohibited, restricted or dangerous within the next while, each time that it is. */
function shutArea(row: AreaRow, volume: KnownVolume, window: { from: number; to: number }): SceneArea[] {
  if (volume.source !== 'airspace' || volume.because === 'granted' || volume.because === 'restrictedOpen')
    return [];
  const use = volume.because;
  const shape = volumeOf(volume);
  const whole = within(window, {
    from: volume.from ?? Number.NEGATIVE_INFINITY,
    to: volume.to ?? Number.POSITIVE_INFINITY,
  });
  if (!shape || !whole) return [];
  const times = volume.times ? volume.times(whole) : [whole];
  // What lasts beyond the window is not over at its end.
  return times.map(({ from, to }) => areaOf(row, use, { ...shape, from, to: to >= window.to ? null : to }));
}

/** The area for what its own record says: training, a plan asked for, limits. */
function ownArea(row: AreaRow): SceneArea[] {
  const limits = [row.densityLimit, row.separationM, row.separationVerticalM, row.minimumAltitudeM];
  const use = row.kind === 'training' ? 'training' : managed.has(row.kind) ? 'managed' : 'plain';
  const isPlain = use === 'plain' && row.figures === null && limits.every((limit) => limit === null);
  if (row.state !== 1 || isPlain) return [];
  if (!isGeometry(row.geometry, ['Polygon', 'MultiPolygon'])) return [];
  const shape = volumeOf({
    footprint: row.geometry,
    marginM: 0,
    lower: isAltitude(row.lower) ? row.lower : null,
    upper: isAltitude(row.upper) ? row.upper : null,
    from: row.validFrom ? Date.parse(row.validFrom) : null,
    to: row.validTo ? Date.parse(row.validTo) : null,
  });
  return shape ? [areaOf(row, use, shape)] : [];
}

function areaOf(row: AreaRow, use: AreaUse, volume: SceneVolume): SceneArea {
  const {
    id,
    name,
    nameEn,
    airspaceClass,
    densityLimit,
    separationM,
    separationVerticalM,
    minimumAltitudeM,
    figures,
  } = row;
  // Limits are of the area itself; of the same area as closed they would be asked twice.
  const own = use === 'training' || use === 'managed' || use === 'plain';
  return {
    id,
    name,
    nameEn,
    use,
    volume,
    companyId: row.company,
    airspaceClass,
    densityLimit: own ? densityLimit : null,
    separationM: own ? separationM : null,
    separationVerticalM: own ? separationVerticalM : null,
    minimumAltitudeM: own ? minimumAltitudeM : null,
    figures,
  };
}
