import { sql } from 'kysely';
import { applyOverlays, OverlayClash } from '#domain/overlays/apply.ts';
import { fieldSchemaOf } from '#domain/overlays/field-schema.ts';
import type { Overlay, OverlayDefinition } from '#domain/overlays/overlay.ts';
import { isLinkList, type Resource } from '#domain/record/resource.ts';
import type { Retained } from '#server/db/migration-rules.ts';
import { snakeCase } from '#server/db/names.ts';
import type { Sql } from '#server/db/sql.ts';
import { linkTableName, tableName } from '#server/db/table-model.ts';
import { isDefinition, isFieldList } from './definition.ts';

/** The record type that overlays are kept as. */
export const overlayResource = 'schemaOverlay';

export interface OverlayRow extends Overlay {
  id: number;
  version: number;
  /** Grows by one at each publishing and withdrawal. */
  number: number;
  /** As it is drafted now. */
  definition: OverlayDefinition;
}

/** The row of a type that has no overlay yet. */
export function newOverlayRow(
  resource: string,
  kind: OverlayRow['kind'],
  definition: OverlayDefinition,
): OverlayRow {
  return {
    id: 0,
    version: 0,
    resource,
    kind,
    state: 'draft',
    number: 0,
    definition,
    published: null,
    known: [],
  };
}

/** A stored overlay that is not in the form that this version keeps, or that does not fit the others. */
export interface UnusableOverlay {
  id: number;
  resource: string;
  /** Why, for whoever looks after the installation. */
  fault: string;
  content: unknown;
}

export interface StoredOverlays {
  overlays: OverlayRow[];
  /** They say nothing, and what the database holds stays: which columns are theirs is not known. */
  unusable: UnusableOverlay[];
}

/** Every overlay that there is; none in a database that has no tables yet. */
export async function readOverlays(db: Sql): Promise<StoredOverlays> {
  const table = tableName(overlayResource);
  const there = await sql<{ there: unknown }>`select to_regclass(${table}) as there`.execute(db);
  if (!there.rows[0]?.there) return { overlays: [], unusable: [] };
  const { rows } = await sql<Record<string, unknown>>`
    select id, version, resource, kind, state, number, definition, published, known
    from ${sql.table(table)} where deleted_at is null order by id`.execute(db);
  const overlays: OverlayRow[] = [];
  const unusable: UnusableOverlay[] = [];
  for (const row of rows) {
    const overlay = overlayOf(row);
    if (overlay) overlays.push(overlay);
    // A draft that cannot be read says nothing.
    else if (row.state !== 'draft') unusable.push(unusableOf(row, 'not in the form that this version keeps'));
  }
  return { overlays, unusable };
}

const unusableOf = (row: Record<string, unknown>, fault: string): UnusableOverlay => ({
  id: Number(row.id),
  resource: String(row.resource),
  fault,
  content: row,
});

/**
 * The overlays that make a catalogue together with what is shipped: each of the others is left out with its fault. A clash with
 * a shipped field is for a person to decide, and throws.
 */
export function usableOverlays(shipped: Resource[], { overlays, unusable }: StoredOverlays): StoredOverlays {
  const usable: OverlayRow[] = [];
  const others = [...unusable];
  for (const row of overlays) {
    try {
      applyOverlays(shipped, [...usable, row]);
      usable.push(row);
    } catch (error) {
      if (error instanceof OverlayClash) throw error;
      others.push(unusableOf({ ...row }, error instanceof Error ? error.message : String(error)));
    }
  }
  return { overlays: usable, unusable: others };
}

function overlayOf(row: Record<string, unknown>): OverlayRow | undefined {
  const { id, version, resource, kind, state, definition } = row;
  const published = row.published ?? null;
  const known = row.known ?? [];
  if (
    typeof id !== 'number' ||
    typeof version !== 'number' ||
    typeof resource !== 'string' ||
    (kind !== 'fields' && kind !== 'type') ||
    (state !== 'draft' && state !== 'published' && state !== 'withdrawn') ||
    !isDefinition(definition) ||
    !(published === null || isDefinition(published)) ||
    !isFieldList(known)
  ) {
    return undefined;
  }
  return { id, version, resource, kind, state, number: Number(row.number), definition, published, known };
}

/** The catalogue and what must stay in the database beside it. */
export function catalogueOf(
  shipped: Resource[],
  overlays: OverlayRow[],
): { resources: Resource[]; retained: Retained; revision: number } {
  return {
    resources: applyOverlays(shipped, overlays),
    retained: retainedBy(overlays),
    revision: revisionOf(overlays),
  };
}

/** Which of two states is the newer: it grows with each publishing and withdrawal. */
export function revisionOf(overlays: OverlayRow[]): number {
  return overlays.reduce((sum, { number }) => sum + number, 0);
}

/** Columns and tables of every field that was ever published: those in effect are asked for by the schemas as well. */
function retainedBy(overlays: Overlay[]): Retained {
  const columns = new Map<string, Set<string>>();
  const tables = new Set<string>();
  for (const { resource, kind, known } of overlays) {
    const table = tableName(resource);
    if (kind === 'type' && known.length > 0) tables.add(table);
    const own = columns.get(table) ?? new Set();
    columns.set(table, own);
    for (const field of known) {
      if (isLinkList(fieldSchemaOf(field))) tables.add(linkTableName(resource, field.name));
      else own.add(snakeCase(field.name));
    }
  }
  return { columns, tables };
}

/** Live records in which the field holds something; without a field, all live records of the type. */
export async function countRows(
  db: Sql,
  resource: string,
  field?: { name: string; links: boolean },
): Promise<number> {
  const table = sql.table(tableName(resource));
  const live = sql`select count(*) as n from ${table} as t where t.deleted_at is null`;
  const filled = !field
    ? sql``
    : field.links
      ? sql`and exists (select 1 from ${sql.table(linkTableName(resource, field.name))} as l where l.owner_id = t.id)`
      : sql`and ${sql.ref(`t.${snakeCase(field.name)}`)} is not null`;
  const { rows } = await sql<{ n: number }>`${live} ${filled}`.execute(db);
  return rows[0]?.n ?? 0;
}
