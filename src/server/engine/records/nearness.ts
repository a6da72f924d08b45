import { type RawBuilder, sql } from 'kysely';
import { coverageField } from '#domain/identity/access.ts';
import type { FieldSchema } from '#domain/record/resource.ts';
import type { Caller } from '#server/kernel/caller.ts';
import type { RecordType, RecordTypes } from './record-type.ts';

/** A point sorts by how near it is; of any other shape that is not said. */
export function isNearnessField({ schema }: { schema: FieldSchema }): boolean {
  return schema['x-geometry']?.length === 1 && schema['x-geometry'][0] === 'Point';
}

/** Where a user's map opens: their own place, else the parameters of the map. */
const centres = {
  latitude: 'map.centerLatitude',
  longitude: 'map.centerLongitude',
} as const;

/**
 * The order of points for this caller: first those in their coverage areas, then by the distance from the centre of their
 * map, which is measured on a plane: it only puts rows in order.
 */
export function nearnessOrder(
  name: string,
  order: 'asc' | 'desc',
  { types, caller, type, alias }: { types: RecordTypes; caller: Caller; type: RecordType; alias: string },
): RawBuilder<unknown>[] {
  const point = sql.ref(`${alias}.${name}`);
  const longitude = sql`(${point}->'coordinates'->>0)::float8`;
  const latitude = sql`(${point}->'coordinates'->>1)::float8`;
  const centre = (axis: keyof typeof centres) => centreOf(axis, types, caller);
  const east = sql`abs(${longitude} - ${centre('longitude')})`;
  const distance = sql`power(${latitude} - ${centre('latitude')}, 2)
    + power(least(${east}, 360 - ${east}) * cos(radians(${centre('latitude')})), 2)`;
  const { coverageIds } = caller.actor;
  const isNear = order === 'asc';
  return [
    ...(type.hasCoverage && coverageIds.length > 0
      ? [
          sql`(${sql.ref(`${alias}.${coverageField}`)} && ${coverageIds}::bigint[]) ${isNear ? sql`desc` : sql`asc`}`,
        ]
      : []),
    sql`${distance} ${isNear ? sql`asc` : sql`desc`} nulls last`,
  ];
}

/** Read by the query itself, once: a page then costs no more than its rows. */
function centreOf(axis: keyof typeof centres, types: RecordTypes, { actor }: Caller): RawBuilder<unknown> {
  const own = types.has('user')
    ? sql`(select u.${sql.ref(axis)} from "user" as u
        where u.id = ${actor.userId} and u.latitude is not null and u.longitude is not null)`
    : sql`null`;
  const set = types.has('parameter')
    ? sql`(select case when v.text ~ '^-?[0-9]+([.][0-9]+)?$' then v.text::float8 end
        from (select coalesce(nullif(p.value, ''), p.default_value) as text from parameter as p
          where p.key = ${centres[axis]} and p.deleted_at is null limit 1) as v)`
    : sql`null`;
  return sql`coalesce(${own}::float8, ${set}::float8)`;
}
