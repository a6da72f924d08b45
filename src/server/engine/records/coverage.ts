import booleanIntersects from '@turf/boolean-intersects';
import type { Geometry } from 'geojson';
import { sql } from 'kysely';
import { boxesMeet, boxOf } from '#domain/geo/coverage.ts';
import type { Bounds } from '#domain/geo/geojson.ts';
import { coverageField } from '#domain/identity/access.ts';
import type { Sql } from '#server/db/sql.ts';
import { same } from './history.ts';
import type { RecordField, RecordType, RecordTypes } from './record-type.ts';

/** The resource whose polygons are the coverage areas, and the field that holds them. */
const areaResource = 'organizationUnit';
const areaField = 'area';

const kinds = new Set<unknown>(['Point', 'LineString', 'Polygon', 'MultiPolygon']);

/** Rows that are placed anew at a time. */
const batch = 1000;

export interface Coverage {
  /** Whether this field of the type decides which areas its records touch. */
  isPlacedBy(type: RecordType, field: string): boolean;
  /** The areas that a record touches: by its own geometry, and by what it relates to. */
  idsOf(db: Sql, type: RecordType, record: Record<string, unknown>): Promise<number[]>;
  /** The same of each of these, in their order, with as many queries as for one. */
  idsOfMany(db: Sql, type: RecordType, records: Record<string, unknown>[]): Promise<number[][]>;
  /** After a change of this record: places anew whatever relies on it. */
  changed(
    db: Sql,
    type: RecordType,
    before: Record<string, unknown> | undefined,
    after: Record<string, unknown>,
  ): Promise<void>;
}

export function createCoverage(types: RecordTypes): Coverage {
  const covered = () => [...types.values()].filter((type) => type.hasCoverage);

  /** The areas of each of these records, in their order. */
  async function place(db: Sql, type: RecordType, records: Record<string, unknown>[]): Promise<number[][]> {
    const found = records.map(() => new Set<number>());
    for (const field of placing(type)) {
      const target = field.relation ? types.get(field.relation) : undefined;
      const values = records.map((record) => record[field.name]);
      if (target) {
        const areas = await areasThrough(db, target, [...new Set(values.flatMap(idsIn))]);
        values.forEach((value, i) => {
          for (const id of idsIn(value)) for (const area of areas.get(id) ?? []) found[i]?.add(area);
        });
      } else if (values.some(isShape)) {
        const areas = await readAreas(db);
        values.forEach((value, i) => {
          if (!isShape(value)) return;
          const box = boxOf([value]);
          for (const area of areas)
            if (boxesMeet(box, area.box) && booleanIntersects(value, area.shape)) found[i]?.add(area.id);
        });
      }
    }
    return found.map((ids) => [...ids].sort((a, b) => a - b));
  }

  async function areasThrough(db: Sql, target: RecordType, ids: number[]): Promise<Map<number, number[]>> {
    // An area itself may be named: then it is the coverage.
    if (target.resource.name === areaResource) return new Map(ids.map((id) => [id, [id]]));
    if (!target.hasCoverage || ids.length === 0) return new Map();
    const result = await sql<{ id: number; areas: number[] }>`
      select t.id, t.coverage_ids as areas from ${sql.table(target.table)} as t
      where t.id = any(${ids}::bigint[])`.execute(db);
    return new Map(result.rows.map(({ id, areas }) => [id, areas]));
  }

  async function readAreas(db: Sql): Promise<{ id: number; shape: Geometry; box: Bounds | null }[]> {
    // An engine without organization units has no areas.
    if (!types.has(areaResource)) return [];
    const result = await sql<{ id: number; area: unknown }>`
      select id, area from ${sql.table(areaResource)} where area is not null and deleted_at is null`.execute(
      db,
    );
    return result.rows.flatMap(({ id, area }) =>
      isShape(area) ? [{ id, shape: area, box: boxOf([area]) }] : [],
    );
  }

  /** Places anew the rows that match; those that moved take their dependents along. */
  async function placeAnew(db: Sql, type: RecordType, where: ReturnType<typeof sql>): Promise<void> {
    const columns = placing(type).map(({ name, linkTable }) =>
      linkTable === undefined
        ? sql.ref(`t.${name}`)
        : sql`array(select l.target_id from ${sql.table(linkTable)} as l where l.owner_id = t.id) as ${sql.ref(name)}`,
    );
    const moved: number[] = [];
    for (let last = 0; ; ) {
      const { rows } = await sql<Record<string, unknown> & { id: number }>`
        select ${sql.join([sql`t.id`, sql`t.coverage_ids`, ...columns])} from ${sql.table(type.table)} as t
        where t.id > ${last} and ${where} order by t.id limit ${batch}`.execute(db);
      const areas = await place(db, type, rows);
      const changes = rows.flatMap((row, i) =>
        same(areas[i], row[coverageField]) ? [] : [{ id: row.id, areas: areas[i] ?? [] }],
      );
      if (changes.length > 0) {
        await sql`update ${sql.table(type.table)} as t
          set coverage_ids = array(select jsonb_array_elements_text(c.areas)::bigint)
          from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as c (id bigint, areas jsonb)
          where t.id = c.id`.execute(db);
      }
      moved.push(...changes.map(({ id }) => id));
      const end = rows.at(-1)?.id;
      if (end === undefined || rows.length < batch) break;
      last = end;
    }
    if (moved.length > 0) await placeDependents(db, type, moved);
  }

  async function placeDependents(db: Sql, target: RecordType, ids: number[]): Promise<void> {
    for (const type of covered()) {
      for (const { name, relation, linkTable } of placing(type)) {
        if (relation !== target.resource.name || type === target) continue;
        const relates =
          linkTable === undefined
            ? sql`${sql.ref(`t.${name}`)} = any(${ids}::bigint[])`
            : sql`exists (select 1 from ${sql.table(linkTable)} as l
                where l.owner_id = t.id and l.target_id = any(${ids}::bigint[]))`;
        await placeAnew(db, type, relates);
      }
    }
  }

  return {
    isPlacedBy: (type, field) => placing(type).some(({ name }) => name === field),

    async idsOf(db, type, record) {
      const [ids] = await place(db, type, [record]);
      return ids ?? [];
    },

    idsOfMany: place,

    async changed(db, type, before, after) {
      if (type.resource.name === areaResource) {
        const inTrash = (record: Record<string, unknown> | undefined) => (record?.deletedAt ?? null) !== null;
        if (inTrash(before) === inTrash(after) && same(before?.[areaField], after[areaField])) return;
        if (!isShape(before?.[areaField]) && !isShape(after[areaField])) return;
        for (const dependent of covered()) {
          if (placing(dependent).some(({ relation }) => relation === undefined)) {
            await placeAnew(db, dependent, sql`true`);
          }
        }
      } else if (type.hasCoverage && before && !same(before[coverageField], after[coverageField])) {
        if (typeof after.id === 'number') await placeDependents(db, type, [after.id]);
      }
    },
  };
}

/** The fields that place a record: geometries, and relations to what has a place. */
function placing(type: RecordType): RecordField[] {
  return (type.resource.scope?.coverage ?? []).flatMap((name) => type.fields.get(name) ?? []);
}

function idsIn(value: unknown): number[] {
  const list: unknown[] = Array.isArray(value) ? value : [value];
  return list.filter((id): id is number => typeof id === 'number');
}

/** Stored geometries were judged when they were saved; here it is enough to know that this is one. */
function isShape(value: unknown): value is Geometry & object {
  return (
    typeof value === 'object' &&
    value !== null &&
    'coordinates' in value &&
    'type' in value &&
    kinds.has(value.type)
  );
}
