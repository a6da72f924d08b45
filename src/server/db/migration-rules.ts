import type { ActualTable } from './inspect.ts';
import { quoteLiteral, quoteName } from './names.ts';
import type { CheckModel, ForeignKeyModel, IndexModel, TableModel } from './table-parts.ts';

/** A change that would lose or break data; nothing is touched while one stands. */
export interface Refusal {
  table: string;
  reason:
    | 'foreignTable'
    | 'removedTable'
    | 'removedField'
    | 'required'
    | 'type'
    | 'check'
    | 'relation'
    | 'unique'
    | 'columns';
  column: string | null;
  rows: number;
  /** Of `columns`: how many the table would have, and how many it may have. */
  columns?: { count: number; limit: number };
  /** What is wrong, and what to do. */
  sentence: string;
}

/**
 * What stays where it is although no schema stands for it now: the columns and tables of what was withdrawn
 * (src/domain/overlay). Their values are kept for the day on which they are brought back.
 */
export interface Retained {
  /** By table. */
  columns: ReadonlyMap<string, ReadonlySet<string>>;
  tables: ReadonlySet<string>;
}

export const nothingRetained: Retained = { columns: new Map(), tables: new Set() };

export interface MigrationPlan {
  statements: string[];
  refusals: Refusal[];
  /** What was left alone, and is worth saying. */
  notes: string[];
}

/** What becomes of the values of columns whose type changes; `remade`: there are none, and the column is made again. */
export type TypeChanges = ReadonlyMap<string, 'converted' | 'remade' | 'refused'>;

/** How many rows a `select count(*)` of this SQL finds. */
export type Count = (select: string) => Promise<number>;

/** A column so named is set aside: it belongs to nobody, and is neither read nor complained of. */
export const asidePrefix = 'aside_';

/** What to do about most refusals. */
export const cure =
  'Write a numbered migration in src/server/db/migrations/ that moves the data first, ' +
  `or set the column aside (alter table … rename column x to ${asidePrefix}x), then start again.`;

export function addConstraint(
  table: string,
  rule: CheckModel | ForeignKeyModel,
  definition: string,
): string[] {
  const constraint = quoteName(rule.name);
  return [
    `alter table ${quoteName(table)} add constraint ${constraint} ${definition}`,
    `comment on constraint ${constraint} on ${quoteName(table)} is ${quoteLiteral(rule.definition)}`,
  ];
}

export function createIndex(index: IndexModel): string[] {
  const name = quoteName(index.name);
  return [
    `create ${index.definition.replace(/^((?:unique )?index) on /, `$1 ${name} on `)}`,
    `comment on index ${name} is ${quoteLiteral(index.definition)}`,
  ];
}

/** The rows of a table with their values as they will be once its columns have changed their types. */
function convertedRows(table: TableModel, existing: ActualTable, changes: TypeChanges): string {
  const name = quoteName(table.name);
  const types = new Map(
    table.columns
      .filter((column) => changes.get(column.name) === 'converted')
      .map((column) => [column.name, column.type]),
  );
  if (types.size === 0) return name;
  const columns = [...existing.columns.keys()].map((column) => {
    const [quoted, type] = [quoteName(column), types.get(column)];
    return type ? `${quoted}::${type} as ${quoted}` : quoted;
  });
  return `(select ${columns.join(', ')} from ${name}) as converted`;
}

/** Whether the values that are there can be checked against a rule of this column. */
function isChecked(existing: ActualTable, changes: TypeChanges, column: string): boolean {
  return existing.columns.has(column) && (changes.get(column) ?? 'converted') === 'converted';
}

export async function changeChecks(
  table: TableModel,
  existing: ActualTable,
  plan: MigrationPlan,
  before: string[],
  after: string[],
  changedColumns: TypeChanges,
  count: Count,
): Promise<void> {
  const name = quoteName(table.name);
  for (const [constraint, { kind, definition }] of existing.constraints) {
    if (kind !== 'check' || definition === null) continue;
    const wanted = table.checks.find((check) => check.name === constraint);
    if (wanted?.definition !== definition || changedColumns.has(wanted.column)) {
      before.push(`alter table ${name} drop constraint ${quoteName(constraint)}`);
    }
  }
  const rowsAfter = convertedRows(table, existing, changedColumns);
  for (const check of table.checks) {
    const there = existing.constraints.get(check.name);
    if (there?.definition === check.definition && !changedColumns.has(check.column)) continue;
    if (isChecked(existing, changedColumns, check.column)) {
      const rows = await count(`select count(*) from ${rowsAfter} where not (${check.definition})`);
      if (rows > 0) {
        plan.refusals.push({
          table: table.name,
          column: check.column,
          reason: 'check',
          rows,
          sentence: `"${table.name}"."${check.column}" must now satisfy ${check.definition}, which ${rows} rows do not. ${cure}`,
        });
        continue;
      }
    }
    after.push(...addConstraint(table.name, check, `check (${check.definition})`));
  }
}

export async function changeForeignKeys(
  table: TableModel,
  existing: ActualTable,
  plan: MigrationPlan,
  before: string[],
  foreignKeys: string[],
  changedColumns: TypeChanges,
  retained: ReadonlySet<string>,
  count: Count,
): Promise<void> {
  const name = quoteName(table.name);
  for (const [constraint, { kind, definition, column }] of existing.constraints) {
    if (kind !== 'foreignKey' || definition === null) continue;
    // What a kept column names must still be there when it is brought back.
    if (column !== null && retained.has(column)) continue;
    const wanted = table.foreignKeys.find((key) => key.name === constraint);
    if (wanted?.definition !== definition || changedColumns.has(wanted.column)) {
      before.push(`alter table ${name} drop constraint ${quoteName(constraint)}`);
    }
  }
  for (const key of table.foreignKeys) {
    const there = existing.constraints.get(key.name);
    if (there?.definition === key.definition && !changedColumns.has(key.column)) continue;
    const column = existing.columns.get(key.column);
    if (column && !changedColumns.has(key.column)) {
      const quoted = quoteName(key.column);
      const rows = await count(`select count(*) from ${name} where ${quoted} is not null`);
      if (rows > 0) {
        plan.refusals.push({
          table: table.name,
          column: key.column,
          reason: 'relation',
          rows,
          sentence: `"${table.name}"."${key.column}" would now relate to "${key.target}", and ${rows} rows hold a value that meant something else. ${cure}`,
        });
        continue;
      }
    }
    foreignKeys.push(...addConstraint(table.name, key, key.definition));
  }
}

export async function changeIndexes(
  table: TableModel,
  existing: ActualTable,
  plan: MigrationPlan,
  before: string[],
  after: string[],
  changedColumns: TypeChanges,
  count: Count,
): Promise<void> {
  for (const [index, { definition }] of existing.indexes) {
    if (definition === null) continue;
    if (table.indexes.find((wanted) => wanted.name === index)?.definition !== definition) {
      before.push(`drop index if exists ${quoteName(index)}`);
    }
  }
  const rowsAfter = convertedRows(table, existing, changedColumns);
  // A column that is made again takes its indexes with it.
  const remade = [...changedColumns].filter(([, change]) => change === 'remade').map(([column]) => column);
  for (const index of table.indexes) {
    const isThere =
      existing.indexes.get(index.name)?.definition === index.definition &&
      !remade.some((column) => index.definition.includes(quoteName(column)));
    // Values that differ may be equal once they are converted.
    const mayDouble = !isThere || index.unique.some((column) => changedColumns.has(column));
    if (
      mayDouble &&
      index.unique.length > 0 &&
      index.unique.every((column) => isChecked(existing, changedColumns, column))
    ) {
      const columns = index.unique.map(quoteName).join(', ');
      const filled = index.unique.map((column) => `${quoteName(column)} is not null`).join(' and ');
      const rows = await count(
        `select coalesce(sum(n), 0) from (select count(*) as n from ${rowsAfter} where deleted_at is null and ${filled} group by ${columns} having count(*) > 1) as doubled`,
      );
      if (rows > 0) {
        plan.refusals.push({
          table: table.name,
          column: index.unique.join(', '),
          reason: 'unique',
          rows,
          sentence: `"${table.name}" (${index.unique.join(', ')}) must now be unique, but ${rows} rows share a value. Make them differ, then start again.`,
        });
        continue;
      }
    }
    if (!isThere) after.push(...createIndex(index));
  }
}
