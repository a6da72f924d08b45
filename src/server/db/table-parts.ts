import type { SqlType } from '#domain/record/column-type.ts';

export interface ColumnModel {
  name: string;
  type: SqlType;
  notNull: boolean;
  /** SQL of the default; null: none. */
  default: string | null;
  identity?: boolean;
}

/** A constraint or an index: `definition` is SQL, kept as its comment so that a change of it is seen. */
export interface RuleModel {
  name: string;
  definition: string;
}

export interface CheckModel extends RuleModel {
  column: string;
}

export interface ForeignKeyModel extends RuleModel {
  column: string;
  target: string;
}

export interface IndexModel extends RuleModel {
  /** Columns whose values must differ among live records; empty for a plain index. */
  unique: string[];
}

export interface TableModel {
  name: string;
  /** Comment of the table: which part of the schemas it stands for. */
  mark: string;
  columns: ColumnModel[];
  primaryKey: string[];
  checks: CheckModel[];
  foreignKeys: ForeignKeyModel[];
  indexes: IndexModel[];
}
