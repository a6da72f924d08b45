import { type RawBuilder, sql as raw, type SqlBool } from 'kysely';
import { altitudeM, isAltitude } from '#domain/geo/altitude.ts';
import { inverse, type Position } from '#domain/geo/geodesy.ts';
import { positionIn } from '#domain/geo/position-in.ts';
import { mayEver, mayReadField } from '#domain/identity/access.ts';
import { nameIn } from '#domain/text/name-in.ts';
import type { Records } from '#server/engine/records/records.ts';
import type { Caller } from '#server/kernel/caller.ts';

/** An aerodrome or landing point whose elevation is recorded. */
export interface FieldGround {
  /** ICAO indicator, local code or name in the caller's language. */
  name: string;
  position: Position;
  /** Metres above mean sea level. */
  elevationM: number;
  /** So far around it the ground counts as that high, metres. */
  withinM: number;
}

/**
 * So far around an aerodrome the ground is as high as it is, for want of anything better, metres. A landing point may lie on
 * a roof or a hill: it stands for where it is alone.
 */
const withinM = { airport: 10_000, takeoffLandingPoint: 2_000 };
/** Aerodromes around one place, at most. */
const most = 1_000;

/** Those near enough to a place (degrees WGS 84), the nearest first, with how far away they are, metres. */
export function nearestFields(
  fields: readonly FieldGround[],
  place: Position,
): { field: FieldGround; distanceM: number }[] {
  return fields
    .map((field) => ({ field, distanceM: inverse(field.position, place).distanceM }))
    .filter(({ field, distanceM }) => distanceM <= field.withinM)
    .sort((a, b) => a.distanceM - b.distanceM);
}

/**
 * Aerodromes and landing points with an elevation above mean sea level around a place, among the rows and the fields that
 * the caller may read.
 */
export async function fieldsAround(
  { records }: { records: Records },
  caller: Caller,
  place: Position,
): Promise<FieldGround[]> {
  const of = async (resource: 'airport' | 'takeoffLandingPoint'): Promise<FieldGround[]> => {
    const { ability } = caller;
    const mayRead = (field: string) => mayReadField(ability, resource, field);
    if (!mayEver(ability, 'read', resource) || !mayRead('position') || !mayRead('elevation')) return [];
    const where = around(place, withinM[resource]);
    const found = await records.untyped.rows(caller, resource, { most, where });
    return found.flatMap(({ icao, localCode, name, nameEn, position, elevation }): FieldGround[] => {
      const at = positionIn(position);
      return at && isAltitude(elevation) && elevation.reference === 'AMSL'
        ? [
            {
              name: String(icao ?? localCode ?? nameIn({ name, nameEn }, caller.locale)),
              position: at,
              elevationM: altitudeM(elevation),
              withinM: withinM[resource],
            },
          ]
        : [];
    });
  };
  return (await Promise.all([of('airport'), of('takeoffLandingPoint')])).flat();
}

/** Rows whose point lies in the box around a place (SQL); `nearestFields` measures. */
function around({ latitude, longitude }: Position, metres: number) {
  const north = metres / 110_000;
  const east = north / Math.max(0.05, Math.cos((latitude * Math.PI) / 180));
  return (alias: string): RawBuilder<SqlBool> => {
    const at = (index: 0 | 1) =>
      raw`(${raw.ref(`${alias}.position`)}->'coordinates'->>${raw.lit(index)})::float8`;
    return raw<SqlBool>`${at(1)} between ${latitude - north}::float8 and ${latitude + north}::float8
      and abs(mod((${at(0)} - ${longitude}::float8 + 540)::numeric, 360) - 180) <= ${east}::float8`;
  };
}
