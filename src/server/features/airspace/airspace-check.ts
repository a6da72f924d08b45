import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Static } from '@sinclair/typebox';
import type { checkOutput } from '#contract/airspace/airspace-output.ts';
import { checkAirspace, firstUse } from '#domain/airspace/check.ts';
import { airspaceDeadlines } from '#domain/airspace/deadlines.ts';
import type { AirspaceDraft, Surroundings, WaitingApplication } from '#domain/airspace/draft.ts';
import { boundsOf, extentOf } from '#domain/airspace/extent.ts';
import { approvingLevel, type LevelAnswer } from '#domain/airspace/level.ts';
import { isAltitude } from '#domain/geo/altitude.ts';
import { type Geometry, isGeometry } from '#domain/geo/geojson.ts';
import { type Finding, hasErrors, namedIn } from '#domain/plans/findings.ts';
import { textIn } from '#domain/text/locales/text-in.ts';
import { nameIn } from '#domain/text/name-in.ts';
import type { Sql } from '#server/db/sql.ts';
import { readCalendar } from '#server/db/stored-calendar.ts';
import type { Caller } from '#server/kernel/caller.ts';
import type { Parameters } from '#server/kernel/parameters.ts';
import { readAirspaceParameters } from './airspace-parameters.ts';
import { nearAirspace } from './airspace-rows.ts';

export interface AirspaceCheck {
  findings: Finding[];
  level: LevelAnswer;
  /** UTC ms; null without a beginning. */
  submitBy: number | null;
  decideBy: number | null;
  geometry: Geometry | null;
}

export type AirspaceChecks = ReturnType<typeof createAirspaceCheck>;

/** Everything that stands against an application at this moment, from the records around it. */
export function createAirspaceCheck(deps: {
  parameters: Pick<Parameters, 'all'>;
  clock: () => Date;
  /** Where the operator lays boundaries.geojson; absent: nowhere. */
  dataFolder?: string;
}) {
  const { parameters, clock, dataFolder } = deps;

  /** `known`: what whoever asks may know of beside the approved air; nothing for what is judged whoever asks. */
  return async function check(
    sql: Sql,
    draft: AirspaceDraft,
    known: { waiting: WaitingApplication[]; notices: Surroundings['notices'] } = { waiting: [], notices: [] },
  ): Promise<AirspaceCheck> {
    const { deadlines, distances } = await readAirspaceParameters(parameters);
    const calendar = await readCalendar(sql);
    const geometry = extentOf(draft);
    const around = geometry
      ? {
          ...(await surroundings(sql, geometry)),
          waiting: nearOf(known.waiting, geometry),
          notices: nearOf(known.notices, geometry),
        }
      : nothing;
    const supplied = geometry && dataFolder ? await readBorder(dataFolder) : null;
    const border =
      geometry && supplied ? { ...supplied, lines: supplied.lines.filter(nearTo(geometry)) } : null;
    const now = clock().getTime();
    const findings = checkAirspace(draft, { ...around, border }, { deadlines, distances, calendar, now });
    const level: LevelAnswer = geometry
      ? approvingLevel(
          geometry,
          around.airspaces.map((one) => ({ ...one, name: one.label, nameEn: one.labelEn })),
        )
      : { known: false, level: null, area: null };
    const start = firstUse(draft, deadlines.timeZone);
    const limits = start === null ? null : airspaceDeadlines(start, deadlines, calendar);
    return {
      findings,
      level,
      geometry,
      submitBy: limits?.submitBy ?? null,
      decideBy: limits?.decideBy ?? null,
    };
  };
}

/** What was found, in the caller's words. */
export function presentCheck(found: AirspaceCheck, caller: Caller): Static<typeof checkOutput> {
  const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString());
  const { level } = found;
  return {
    ok: !hasErrors(found.findings),
    findings: presentFindings(found.findings, caller),
    proposedLevel: level.level,
    levelText: textIn({ key: `airspace.level.${level.level ?? 'unknown'}` }, caller.locale),
    authority: level.area && { id: level.area.id, name: nameIn(level.area, caller.locale) },
    submitBy: iso(found.submitBy),
    decideBy: iso(found.decideBy),
    rule: textIn({ key: 'airspace.rule.order371-9' }, caller.locale),
    geometry: found.geometry,
  };
}

function presentFindings(
  findings: Finding[],
  { locale }: Pick<Caller, 'locale'>,
): Static<typeof checkOutput>['findings'] {
  return findings.map((finding) => ({
    ...finding,
    rule: textIn({ key: finding.rule }, locale),
    message: textIn(finding.message, locale),
    with: namedIn(finding.with, locale),
    shape: finding.shape ?? null,
    altitudeCompared: finding.altitudeCompared ?? null,
  }));
}

const nothing: Omit<Surroundings, 'border'> = {
  airspaces: [],
  waiting: [],
  airports: [],
  routes: [],
  notices: [],
};
const kinds = ['Point', 'LineString', 'Polygon', 'MultiPolygon'] as const;

/** About 25 km on each side: more than any distance that a rule asks for. */
const marginDeg = 0.25;

/** Does something lie so near to the extent that a rule may speak of it? */
function nearTo(extent: Geometry): (value: unknown) => value is Geometry {
  const [west, south, east, north] = boundsOf(extent);
  const widest = Math.max(Math.abs(south), Math.abs(north));
  const margin = marginDeg / Math.max(0.1, Math.cos((widest * Math.PI) / 180));
  return (value): value is Geometry => {
    if (!isGeometry(value, kinds)) return false;
    const [w, s, e, n] = boundsOf(value);
    // Bounds end at the date line, and what is near may lie behind it.
    const beside = [0, 360, -360].some((turn) => w + turn <= east + margin && e + turn >= west - margin);
    return beside && s <= north + marginDeg && n >= south - marginDeg;
  };
}

function nearOf<T extends { geometry: Geometry }>(all: readonly T[], extent: Geometry): T[] {
  const near = nearTo(extent);
  return all.filter(({ geometry }) => near(geometry));
}

async function surroundings(
  sql: Sql,
  extent: Geometry,
): Promise<Omit<Surroundings, 'border' | 'waiting' | 'notices'>> {
  const near = nearTo(extent);
  const altitude = (value: unknown) => (isAltitude(value) ? value : null);
  const [airspaces, airports, routes] = await Promise.all([
    sql
      .selectFrom('airspace')
      .select([
        'id',
        'name',
        'nameEn',
        'kind',
        'airspaceClass',
        'company',
        'sharing',
        'openState',
        'geometry',
        'lower',
        'upper',
        'validFrom',
        'validTo',
        'schedule',
      ])
      .where('deletedAt', 'is', null)
      .where((or) => or.or([or('state', '=', 1), or('company', 'is', null)]))
      .execute(),
    sql
      .selectFrom('airport')
      .select(['id', 'name', 'nameEn', 'position'])
      .where('deletedAt', 'is', null)
      .execute(),
    sql
      .selectFrom('temporaryRoute')
      .select(['id', 'name', 'nameEn', 'geometry', 'widthM', 'lower', 'upper'])
      .where('deletedAt', 'is', null)
      .where('state', '=', 1)
      .execute(),
  ]);
  return {
    airspaces: airspaces.flatMap((row) => (near(row.geometry) ? [nearAirspace(row, row.geometry)] : [])),
    airports: airports.flatMap(({ id, name, nameEn, position }) =>
      near(position) && position.type === 'Point' ? [{ id, label: name, labelEn: nameEn, position }] : [],
    ),
    routes: routes.flatMap((row) =>
      near(row.geometry)
        ? [
            {
              id: row.id,
              label: row.name,
              geometry: row.geometry,
              widthM: row.widthM ?? 10_000,
              lower: altitude(row.lower),
              upper: altitude(row.upper),
            },
          ]
        : [],
    ),
  };
}

/**
 * The border, where the operator supplied boundaries. Features that say `admin_level` 2 or `national: true` are the
 * border; where none says so, every line may be it, and the finding is a warning only.
 */
async function readBorder(dataFolder: string): Promise<Surroundings['border']> {
  let content: unknown;
  try {
    content = JSON.parse(await readFile(join(dataFolder, 'boundaries.geojson'), 'utf8'));
  } catch {
    return null;
  }
  const features = featuresOf(content);
  const marked = features.filter(({ national }) => national);
  const used = marked.length > 0 ? marked : features;
  const lines = used.flatMap(({ geometry }) => linesOf(geometry));
  return lines.length > 0 ? { lines, national: marked.length > 0 } : null;
}

function featuresOf(content: unknown): { geometry: unknown; national: boolean }[] {
  const { features }: { features?: unknown } = typeof content === 'object' && content !== null ? content : {};
  if (!Array.isArray(features)) return [];
  return features.flatMap((feature: unknown) => {
    if (typeof feature !== 'object' || feature === null || !('geometry' in feature)) return [];
    const properties = 'properties' in feature ? feature.properties : null;
    const attributes: { admin_level?: unknown; national?: unknown } =
      typeof properties === 'object' && properties !== null ? properties : {};
    return [
      {
        geometry: feature.geometry,
        national: attributes.national === true || Number(attributes.admin_level) === 2,
      },
    ];
  });
}

/** Areas by their outlines: it is the line that one stays away from. */
function linesOf(geometry: unknown): Geometry[] {
  if (
    typeof geometry !== 'object' ||
    geometry === null ||
    !('type' in geometry) ||
    !('coordinates' in geometry)
  )
    return [];
  const { type, coordinates } = geometry;
  const parts =
    type === 'LineString'
      ? [coordinates]
      : type === 'MultiLineString' || type === 'Polygon'
        ? coordinates
        : type === 'MultiPolygon' && Array.isArray(coordinates)
          ? coordinates.flat()
          : [];
  if (!Array.isArray(parts)) return [];
  return parts.flatMap((part: unknown): Geometry[] => (Array.isArray(part) ? piecesOf(part) : []));
}

/** Corners of a piece: short enough that what is far away is left out by its bounds. */
const pieceLength = 500;

function piecesOf(line: unknown[]): Geometry[] {
  const pieces: Geometry[] = [];
  for (let from = 0; from < line.length - 1; from += pieceLength) {
    // Each begins with the corner at which the one before ended.
    const piece = { type: 'LineString', coordinates: line.slice(from, from + pieceLength + 1) };
    if (isGeometry(piece, ['LineString'])) pieces.push(piece);
  }
  return pieces;
}
