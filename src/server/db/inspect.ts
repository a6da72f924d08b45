import { sql } from 'kysely';
import type { Sql } from './sql.ts';

/** What the database holds now, as far as the schemas are concerned. */
export interface ActualTable {
  mark: string | null;
  columns: Map<string, { type: string; notNull: boolean; default: string | null }>;
  /** Check and foreign-key constraints by name, each with the definition kept in its comment. */
  constraints: Map<
    string,
    { kind: 'check' | 'foreignKey' | 'other'; column: string | null; definition: string | null }
  >;
  /** Indexes by name, each with the definition kept in its comment. */
  indexes: Map<string, { definition: string | null }>;
}

export type ActualTables = Map<string, ActualTable>;

/** Reads the catalogue of the schema that is first in the search path. */
export async function inspectTables(db: Sql): Promise<ActualTables> {
  const tables: ActualTables = new Map();
  const found = await sql<{ name: string; mark: string | null }>`
    select c.relname as name, d.description as mark
    from pg_class c
    left join pg_description d on d.objoid = c.oid and d.classoid = 'pg_class'::regclass and d.objsubid = 0
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p')`.execute(db);
  for (const { name, mark } of found.rows) {
    tables.set(name, { mark, columns: new Map(), constraints: new Map(), indexes: new Map() });
  }
  const columns = await sql<{
    owner: string;
    name: string;
    type: string;
    required: boolean;
    def: string | null;
  }>`
    select c.relname as owner, a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
      a.attnotnull as required, pg_get_expr(d.adbin, d.adrelid) as def
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p')
      and a.attnum > 0 and not a.attisdropped`.execute(db);
  for (const { owner, name, type, required, def } of columns.rows) {
    tables.get(owner)?.columns.set(name, { type, notNull: required, default: def });
  }
  const constraints = await sql<{
    owner: string;
    name: string;
    kind: string;
    field: string | null;
    definition: string | null;
  }>`
    select c.relname as owner, k.conname as name, k.contype::text as kind,
      a.attname as field, d.description as definition
    from pg_constraint k join pg_class c on c.oid = k.conrelid
    left join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
    left join pg_description d
      on d.objoid = k.oid and d.classoid = 'pg_constraint'::regclass and d.objsubid = 0
    where c.relnamespace = current_schema()::regnamespace`.execute(db);
  for (const { owner, name, kind, field, definition } of constraints.rows) {
    tables.get(owner)?.constraints.set(name, {
      kind: kind === 'c' ? 'check' : kind === 'f' ? 'foreignKey' : 'other',
      column: field,
      definition,
    });
  }
  const indexes = await sql<{ owner: string; name: string; definition: string | null }>`
    select t.relname as owner, c.relname as name, d.description as definition
    from pg_index i join pg_class c on c.oid = i.indexrelid join pg_class t on t.oid = i.indrelid
    left join pg_description d on d.objoid = c.oid and d.classoid = 'pg_class'::regclass and d.objsubid = 0
    where t.relnamespace = current_schema()::regnamespace and not i.indisprimary`.execute(db);
  for (const { owner, name, definition } of indexes.rows)
    tables.get(owner)?.indexes.set(name, { definition });
  return tables;
}
