import { sql as raw } from 'kysely';
import type { PublishedFlow } from '#domain/approvals/flow.ts';
import { AppError, type FieldError, refused } from '#domain/text/errors.ts';
import { stringOf } from '#domain/text/narrow.ts';
import {
  type Change,
  type ChangeableType,
  changeableTypes,
  type Difference,
} from '#domain/what-if/changes.ts';
import type { Sql } from '#server/db/sql.ts';
import { tableName } from '#server/db/table-model.ts';
import type { Records } from '#server/engine/records/records.ts';
import type { StoredRecord, Transaction } from '#server/engine/records/stored-record.ts';
import type { PublishDraft } from '#server/features/approvals/publish-draft.ts';
import { publishedFlows } from '#server/features/approvals/published-flows.ts';
import type { Caller } from '#server/kernel/caller.ts';

/** The installation as it would be: what of it is another. */
export interface Hypothesis {
  /** Parameters by key. */
  parameters: [key: string, value: string][];
  /** Rows of record tables, with the names of their columns. */
  rows: { resource: Exclude<ChangeableType, 'parameter'>; row: Record<string, unknown> }[];
  /** Published flows of all kinds; null: none is changed. */
  flows: PublishedFlow[] | null;
}

type FieldChange = Extract<Change, { kind: 'field' }>;

interface Deps {
  records: Records;
  publishDraft: PublishDraft;
}

/** Carries the answer out of a transaction that is not to be committed. */
class RolledBack extends Error {
  constructor(readonly answer: { hypothesis: Hypothesis; differences: Difference[] }) {
    super('the changes are tried and taken back');
  }
}

/**
 * Makes the changes as `caller`, as their screens would, and takes them back: what is evaluated is what `applyChanges` would
 * put in force. Throws a validation error at `changes.<index>.value`.
 */
export async function tryChanges(
  deps: Deps,
  caller: Caller,
  changes: readonly Change[],
): Promise<{ hypothesis: Hypothesis; differences: Difference[] }> {
  try {
    return await deps.records.transaction(async (transaction) => {
      const { differences, records } = await makeChanges(deps, caller, changes, transaction);
      const isFlow = changes.some(({ kind }) => kind === 'flow');
      const hypothesis: Hypothesis = {
        parameters: records.flatMap(({ resource, record }): [string, string][] => {
          const key = resource === 'parameter' ? stringOf(record.key) : null;
          return key === null ? [] : [[key, stringOf(record.value) ?? '']];
        }),
        rows: [],
        flows: isFlow ? await publishedFlows(transaction.sql) : null,
      };
      for (const { resource, record } of records)
        if (resource !== 'parameter')
          hypothesis.rows.push({ resource, row: await rowOf(transaction.sql, resource, record.id) });
      throw new RolledBack({ hypothesis, differences });
    });
  } catch (error) {
    if (error instanceof RolledBack) return error.answer;
    throw error;
  }
}

/** Makes the changes in the transaction; refused where a record is no longer as it was evaluated. */
export async function applyChanges(
  deps: Deps,
  caller: Caller,
  changes: readonly Change[],
  evaluated: readonly Difference[],
  transaction: Transaction,
): Promise<number> {
  for (const { resource, id, version, label, labelEn } of evaluated) {
    const now = await deps.records.untyped.get(caller, resource, id, transaction.sql);
    if (now.version !== version)
      throw refused('whatIf.refused.changed', { name: label, ...(labelEn ? { nameEn: labelEn } : {}) });
  }
  const { differences } = await makeChanges(deps, caller, changes, transaction);
  return differences.length;
}

async function makeChanges(
  { records, publishDraft }: Deps,
  caller: Caller,
  changes: readonly Change[],
  transaction: Transaction,
): Promise<{ differences: Difference[]; records: { resource: ChangeableType; record: StoredRecord }[] }> {
  const differences: Difference[] = [];
  const changed: { resource: ChangeableType; record: StoredRecord }[] = [];
  for (const [resource, id] of recordsIn(changes)) {
    const own = changes.flatMap((change, index) =>
      change.kind === 'field' && change.resource === resource && change.id === id ? [{ change, index }] : [],
    );
    const before = await records.untyped.get(caller, resource, id, transaction.sql);
    const values = Object.fromEntries(own.map(({ change }) => [change.field, change.value]));
    const after = await records.untyped
      .update(caller, resource, id, before.version, values, transaction)
      .catch((error: unknown) => {
        throw atChanges(error, own);
      });
    changed.push({ resource, record: after });
    for (const { change, index } of own)
      differences.push({
        change: index,
        resource,
        id,
        ...titleOf(records, resource, before),
        version: before.version,
        field: change.field,
        before: before[change.field] ?? null,
        after: after[change.field] ?? null,
      });
  }
  for (const [index, change] of changes.entries()) {
    if (change.kind !== 'flow') continue;
    const draft = await records.get(caller, 'flowConfig', change.id, transaction.sql);
    const published = (await publishedFlows(transaction.sql)).find(({ id }) => id === change.id);
    const { number } = await publishDraft(caller, { id: change.id, note: null }, transaction);
    if (number === null) throw refused('whatIf.refused.secondPerson', { name: draft.name });
    const steps = (await publishedFlows(transaction.sql)).find(({ id }) => id === change.id)?.steps;
    differences.push({
      change: index,
      resource: 'flowConfig',
      id: change.id,
      label: draft.name,
      labelEn: draft.nameEn ?? null,
      version: draft.version,
      field: 'steps',
      before: published?.steps ?? null,
      after: steps ?? null,
    });
  }
  return { differences, records: changed };
}

/** The records of the changes of fields, each once. */
function recordsIn(changes: readonly Change[]): [ChangeableType, number][] {
  const fields = changes.filter((change): change is FieldChange => change.kind === 'field');
  return changeableTypes.flatMap((resource) =>
    [...new Set(fields.filter((one) => one.resource === resource).map(({ id }) => id))].map(
      (id): [ChangeableType, number] => [resource, id],
    ),
  );
}

/** An error at a field of the record is one at the change that set it. */
function atChanges(error: unknown, own: readonly { change: FieldChange; index: number }[]): unknown {
  if (!(error instanceof AppError) || !error.extra.fields) return error;
  const [first] = own;
  const fields = error.extra.fields.map(({ field, text }): FieldError => {
    const at = own.find(({ change }) => field === change.field || field.startsWith(`${change.field}.`));
    return { field: `changes.${(at ?? first)?.index ?? 0}.value`, text };
  });
  return new AppError(error.code, error.text, { ...error.extra, fields });
}

function titleOf(
  records: Records,
  resource: ChangeableType,
  record: StoredRecord,
): { label: string; labelEn: string | null } {
  const { titleField } = records.resource(resource);
  return { label: stringOf(record[titleField]) ?? `#${record.id}`, labelEn: stringOf(record.nameEn) };
}

async function rowOf(sql: Sql, resource: ChangeableType, id: number): Promise<Record<string, unknown>> {
  const { rows } = await raw<{ row: Record<string, unknown> }>`
    select to_jsonb(t) as row from ${raw.table(tableName(resource))} t where id = ${id}`.execute(sql);
  return rows[0]?.row ?? {};
}
