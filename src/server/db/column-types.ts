import type { ColumnType, Generated } from 'kysely';

/** jsonb comes as what it holds and goes as text: the driver would make an array of PostgreSQL of a list. */
export type Json<T> = ColumnType<T, string, string>;

/** numeric comes as text, and loses nothing. */
export type Decimal = ColumnType<string, number | string, number | string>;

/** What every table of records has. */
export interface SystemColumns {
  id: Generated<number>;
  version: Generated<number>;
  createdAt: Generated<string>;
  createdBy: number | null;
  updatedAt: Generated<string>;
  updatedBy: number | null;
  deletedAt: string | null;
  deletedBy: number | null;
}
