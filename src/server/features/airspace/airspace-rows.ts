import {
  createPermission,
  libraryPermission,
  watchPermission,
} from '#contract/airspace/airspace-permissions.ts';
import type { AirspaceDraft, NearAirspace } from '#domain/airspace/draft.ts';
import { type AirspaceStanding, type AirspaceState, airspaceState } from '#domain/airspace/machine.ts';
import type { OpenEvent } from '#domain/airspace/openness.ts';
import { auditStateOf } from '#domain/approvals/audit.ts';
import { isAltitude } from '#domain/geo/altitude.ts';
import { type Geometry, isGeometry } from '#domain/geo/geojson.ts';
import type { ShapeFields } from '#domain/geo/shapes.ts';
import { boundToCompanies, holds } from '#domain/identity/access.ts';
import { numberOf, stringOf } from '#domain/text/narrow.ts';
import type { AirspaceTimes } from '#domain/time/activation.ts';
import type { Sql } from '#server/db/sql.ts';
import type { StoredRecord } from '#server/engine/records/stored-record.ts';
import type { Caller } from '#server/kernel/caller.ts';

/** Keeps the approval library: whoever holds it for a body, and not for a company. */
export function maintainsLibrary({ actor }: Pick<Caller, 'actor'>): boolean {
  return holds(actor, libraryPermission) && !boundToCompanies(actor);
}

/** Opens and closes: whoever watches or controls; never who applies for airspace. */
export function isWatch({ actor }: Pick<Caller, 'actor'>): boolean {
  if (boundToCompanies(actor) || !holds(actor, watchPermission)) return false;
  return holds(actor, libraryPermission) || !holds(actor, createPermission);
}

/** The holder's people, and whoever serves the holder. */
export function isHolder({ actor }: Pick<Caller, 'actor'>, record: StoredRecord): boolean {
  const company = companyOfRecord(record);
  if (company === null) return false;
  return actor.companyId === company || actor.companyIds.includes(company);
}

/** Specification §4. */
export function stateOf({ state }: Record<string, unknown>): AirspaceState {
  return state === airspaceState.approved || state === airspaceState.expired
    ? state
    : airspaceState.notSubmitted;
}

/** What was recorded last of its being open; null: nothing. */
export function openStateOf({ openState }: Record<string, unknown>): 'open' | 'closed' | null {
  return openState === 'open' || openState === 'closed' ? openState : null;
}

export function standingOf(
  record: Record<string, unknown>,
  now: number,
  extensionRequested = false,
): AirspaceStanding {
  const { validTo } = record;
  return {
    state: stateOf(record),
    audit: auditStateOf({ state: 'auditState' }, record),
    validTo: typeof validTo === 'string' ? Date.parse(validTo) : null,
    extensionRequested,
    now,
  };
}

export function timesOf(record: Record<string, unknown>): AirspaceTimes {
  return {
    validFrom: stringOf(record.validFrom),
    validTo: stringOf(record.validTo),
    schedule: scheduleOf(record.schedule),
  };
}

function scheduleOf(value: unknown): { days: number[]; startTime: string; endTime: string }[] | null {
  if (!Array.isArray(value)) return null;
  return value.flatMap((line: unknown) => {
    if (typeof line !== 'object' || line === null) return [];
    const { days, startTime, endTime }: { days?: unknown; startTime?: unknown; endTime?: unknown } = line;
    if (!Array.isArray(days) || typeof startTime !== 'string' || typeof endTime !== 'string') return [];
    return [{ days: days.filter((day) => typeof day === 'number'), startTime, endTime }];
  });
}

/** A stored record, or what a form holds, as it is checked. */
export function draftOf(record: Record<string, unknown>): AirspaceDraft {
  return {
    id: numberOf(record.id),
    name: stringOf(record.name) ?? '',
    kind: stringOf(record.kind) ?? 'temporary',
    company: numberOf(record.company),
    ...shapeFieldsOf(record),
    geometry: record.geometry ?? null,
    lower: isAltitude(record.lower) ? record.lower : null,
    upper: isAltitude(record.upper) ? record.upper : null,
    ...timesOf(record),
    activityNature: stringOf(record.activityNature),
    missionType: numberOf(record.missionType),
    entryExit: stringOf(record.entryExit),
  };
}

/** A stored airspace, as a check of another sees it. */
export function nearAirspace(record: Record<string, unknown>, geometry: Geometry): NearAirspace {
  return {
    id: Number(record.id),
    label: stringOf(record.name) ?? `#${Number(record.id)}`,
    labelEn: stringOf(record.nameEn),
    kind: String(record.kind),
    airspaceClass: stringOf(record.airspaceClass),
    company: numberOf(record.company),
    sharing: stringOf(record.sharing) ?? 'consent',
    openState: stringOf(record.openState),
    geometry,
    lower: isAltitude(record.lower) ? record.lower : null,
    upper: isAltitude(record.upper) ? record.upper : null,
    ...timesOf(record),
  };
}

const shapes = ['circle', 'polygon', 'sector', 'corridor', 'point'] as const;

export function shapeOf(record: Record<string, unknown>): ShapeFields['shape'] | undefined {
  return shapes.find((one) => one === record.shape);
}

export function shapeFieldsOf(record: Record<string, unknown>): Partial<ShapeFields> {
  const { center, centerline } = record;
  const shape = shapeOf(record);
  return {
    ...(shape ? { shape } : {}),
    center: isGeometry(center, ['Point']) && center.type === 'Point' ? center : null,
    radiusM: numberOf(record.radiusM),
    startBearing: numberOf(record.startBearing),
    endBearing: numberOf(record.endBearing),
    centerline:
      isGeometry(centerline, ['LineString']) && centerline.type === 'LineString' ? centerline : null,
    widthM: numberOf(record.widthM),
  };
}

/** Openings and closings of airspaces, by airspace, in the order in which they were recorded. */
export async function openEventsOf(
  sql: Sql,
  airspaces: number[],
): Promise<Map<number, (OpenEvent & { reason: string | null })[]>> {
  const found = new Map<number, (OpenEvent & { reason: string | null })[]>();
  if (airspaces.length === 0) return found;
  const rows = await sql
    .selectFrom('airspaceEvent')
    .select(['id', 'airspace', 'kind', 'from', 'to', 'reason'])
    .where('airspace', 'in', airspaces)
    .where('kind', 'in', ['open', 'close'])
    .where('deletedAt', 'is', null)
    .orderBy('id')
    .execute();
  for (const row of rows) {
    const events = found.get(row.airspace) ?? [];
    found.set(row.airspace, events);
    events.push({
      id: row.id,
      kind: row.kind === 'open' ? 'open' : 'close',
      from: Date.parse(row.from),
      to: row.to === null ? null : Date.parse(row.to),
      reason: row.reason,
    });
  }
  return found;
}

function companyOfRecord({ company }: StoredRecord): number | null {
  return numberOf(company);
}
