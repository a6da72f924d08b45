import type { Generated, Kysely, Selectable } from 'kysely';
import type { RecordTables } from './tables.gen.ts';

/** Every table of the product. Those of types that were added at run time are reached by the store of records alone. */
export interface Tables extends RecordTables {
  /** What change-log.ts makes and reads. */
  conflictChange: { xid: Generated<string>; source: string; recordId: number; at: Generated<string> };
}

/** A connection or a transaction: kysely with camelCase names, ISO strings for times, numbers for int8. */
export type Sql = Kysely<Tables>;

/** A row as it is read. */
export type Row<Name extends keyof Tables> = Selectable<Tables[Name]>;
