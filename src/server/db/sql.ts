import type { Kysely } from 'kysely';

/** Tables are known only at run time (from schemas/); rows are read as records of unknown and narrowed by schema. */
export type Tables = Record<string, Record<string, unknown>>;

/** A connection or a transaction: kysely with camelCase names, ISO strings for times, numbers for int8. */
export type Sql = Kysely<Tables>;
