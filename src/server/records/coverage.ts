import booleanIntersects from '@turf/boolean-intersects';
import { sql } from 'kysely';
import { coverageField } from '../../domain/access.ts';
import { isGeometry } from '../../domain/validation.ts';
import type { Sql } from '../db/sql.ts';
import { same } from './history.ts';
import type { RecordType, RecordTypes } from './record-type.ts';

/** The resource whose polygons are the coverage areas, and the field that holds them. */
const areaResource = 'organizationUnit';
const areaField = 'area';

type Geometry = Parameters<typeof booleanIntersects>[0];

const kinds = ['Point', 'LineString', 'Polygon', 'MultiPolygon'];

/** Rows read at a time when an area changed and everything is placed anew. */
const batch = 500;

export interface Coverage {
  /** The areas that a record touches: by its own geometry, and by what it relates to. */
  idsOf(db: Sql, type: RecordType, record: Record<string, unknown>): Promise<number[]>;
  /** After a change of this record: places anew whatever relies on it. */
  changed(
    db: Sql,
    type: RecordType,
    before: Record<string, unknown> | undefined,
    after: Record<string, unknown>,
  ): Promise<void>;
}

export function createCoverage(types: RecordTypes): Coverage {
  const covered = [...types.values()].filter((type) => type.hasCoverage);

  async function idsOf(
    db: Sql,
    type: RecordType,
    record: Record<string, unknown>,
    areas?: Area[],
  ): Promise<number[]> {
    const ids = new Set<number>();
    for (const name of type.resource.scope?.coverage ?? []) {
      const field = type.fields.get(name);
      const value = record[name];
      if (!field || value === null || value === undefined) continue;
      const target = field.relation ? types.get(field.relation) : undefined;
      if (target) {
        for (const id of await idsThrough(db, target, value)) ids.add(id);
      } else if (isShape(value)) {
        for (const area of areas ?? (await areasIn(db))) if (touches(value, area.shape)) ids.add(area.id);
      }
    }
    return [...ids].sort((a, b) => a - b);
  }

  /** An engine without organization units has no areas. */
  const areasIn = async (db: Sql): Promise<Area[]> => (types.has(areaResource) ? readAreas(db) : []);

  async function idsThrough(db: Sql, target: RecordType, value: unknown): Promise<number[]> {
    const targets = Array.isArray(value) ? value : [value];
    // An area itself may be named: then it is the coverage.
    if (target.resource.name === areaResource)
      return targets.filter((id): id is number => typeof id === 'number');
    if (!target.hasCoverage) return [];
    const result = await sql<{ area: number }>`
      select distinct unnest(t.coverage_ids) as area from ${sql.table(target.table)} as t
      where t.id = any(${targets}::bigint[])`.execute(db);
    return result.rows.map(({ area }) => area);
  }

  /** Places anew the rows that match; those that moved take their dependents along. */
  async function placeAnew(db: Sql, type: RecordType, where: ReturnType<typeof sql>): Promise<void> {
    const areas = await areasIn(db);
    const names = (type.resource.scope?.coverage ?? []).filter((name) => type.fields.has(name));
    const columns = names.map((name) => {
      const link = type.fields.get(name)?.linkTable;
      return link === undefined
        ? sql.ref(`t.${name}`)
        : sql`array(select l.target_id from ${sql.table(link)} as l where l.owner_id = t.id) as ${sql.ref(name)}`;
    });
    const moved: number[] = [];
    for (let last = 0; ; ) {
      const result = await sql<Record<string, unknown> & { id: number }>`
        select ${sql.join([sql`t.id`, sql`t.coverage_ids`, ...columns])} from ${sql.table(type.table)} as t
        where t.id > ${last} and ${where} order by t.id limit ${batch}`.execute(db);
      for (const row of result.rows) {
        const ids = await idsOf(db, type, row, areas);
        if (same(ids, row[coverageField])) continue;
        await sql`update ${sql.table(type.table)} set coverage_ids = ${ids}::bigint[] where id = ${row.id}`.execute(
          db,
        );
        moved.push(row.id);
      }
      const end = result.rows.at(-1)?.id;
      if (end === undefined || result.rows.length < batch) break;
      last = end;
    }
    if (moved.length > 0) await placeDependents(db, type, moved);
  }

  async function placeDependents(db: Sql, target: RecordType, ids: number[]): Promise<void> {
    for (const type of covered) {
      for (const name of type.resource.scope?.coverage ?? []) {
        const field = type.fields.get(name);
        if (field?.relation !== target.resource.name || type === target) continue;
        const relates =
          field.linkTable === undefined
            ? sql`${sql.ref(`t.${name}`)} = any(${ids}::bigint[])`
            : sql`exists (select 1 from ${sql.table(field.linkTable)} as l
                where l.owner_id = t.id and l.target_id = any(${ids}::bigint[]))`;
        await placeAnew(db, type, relates);
      }
    }
  }

  return {
    idsOf: (db, type, record) => idsOf(db, type, record),

    async changed(db, type, before, after) {
      if (type.resource.name === areaResource) {
        const [was, is] = [before?.[areaField], after[areaField]];
        const gone = !same(before?.deletedAt, after.deletedAt);
        if (!gone && same(was, is)) return;
        if (!isShape(was) && !isShape(is)) return;
        for (const dependent of covered) {
          const places = (dependent.resource.scope?.coverage ?? []).some(
            (name) => dependent.fields.get(name)?.schema['x-geometry'],
          );
          if (places) await placeAnew(db, dependent, sql`true`);
        }
        return;
      }
      if (type.hasCoverage && before && !same(before[coverageField], after[coverageField])) {
        const { id } = after;
        if (typeof id === 'number') await placeDependents(db, type, [id]);
      }
    },
  };
}

interface Area {
  id: number;
  shape: Geometry;
}

async function readAreas(db: Sql): Promise<Area[]> {
  const found = await sql<{ id: number; area: unknown }>`
    select id, area from ${sql.table(areaResource)} where area is not null and deleted_at is null`.execute(
    db,
  );
  return found.rows.flatMap(({ id, area }) => (isShape(area) ? [{ id, shape: area }] : []));
}

function isShape(value: unknown): value is Geometry & object {
  return isGeometry(value, kinds);
}

function touches(a: Geometry, b: Geometry): boolean {
  return booleanIntersects(a, b);
}
