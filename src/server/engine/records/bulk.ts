import { sql } from 'kysely';
import { englishTitleOf } from '#domain/record/resource.ts';
import { AppError, type FieldError, textsByField } from '#domain/text/errors.ts';
import { textIn } from '#domain/text/locales/text-in.ts';
import type { Caller } from '#server/kernel/caller.ts';
import type { Core } from './core.ts';
import { countWhere } from './counts.ts';
import { titleFor } from './fields.ts';
import { acceptInput } from './input.ts';
import { whereOf } from './query-sql.ts';
import type { RecordType } from './record-type.ts';
import {
  type BulkFailure,
  type BulkReport,
  type BulkRequest,
  mostInBulk,
  type UntypedRecords,
} from './records.ts';
import { and, type Condition, scopeOrForbidden } from './scope.ts';
import type { StoredRecord, Transaction } from './stored-record.ts';
import type { Writes } from './writes.ts';

/** Records that are changed at the same time: each holds a connection and its own locks. */
const lanes = 4;

/** What is changed by moving it may depend on another of the same request, which has its turn later. */
const mostRounds = 5;

/**
 * One change to many records. Each has a transaction of its own, taken in the order of ids: what one refuses undoes
 * nothing of the others, and nobody waits for the end of all.
 */
export function createBulk(
  core: Core,
  {
    update,
    trash,
    restore,
    purge,
    restoreVersion,
  }: Pick<Writes, 'update'> & Pick<UntypedRecords, 'trash' | 'restore' | 'purge' | 'restoreVersion'>,
): Pick<UntypedRecords, 'bulk' | 'bulkMatches'> {
  const { database, types, log } = core;

  function conditionOf(caller: Caller, type: RecordType, { action, of }: Pick<BulkRequest, 'action' | 'of'>) {
    core.refuseReadOnly(type, undefined, caller);
    const needed = action === 'update' || action === 'undo' ? 'update' : 'delete';
    scopeOrForbidden(caller, type, needed, 't');
    const wanted: Condition =
      'ids' in of
        ? sql`t.id = any(${of.ids}::bigint[])`
        : whereOf(of.where, { types, caller, type, alias: 't' });
    return and([scopeOrForbidden(caller, type, 'read', 't'), wanted]);
  }

  /** The version that the record has by it, where it has changed. */
  async function perform(
    caller: Caller,
    type: RecordType,
    request: BulkRequest,
    id: number,
  ): Promise<number | undefined> {
    const { name } = type.resource;
    const context = { transaction: undefined, trusted: false, caller, type };
    return core.within(context, async (transaction) => {
      // Only what is announced has happened: a record that is so already stays as it is.
      let version: number | undefined;
      const announce: Transaction['announce'] = (change) => {
        const own = change.resource === name && change.id === id;
        // What is ended has nothing to go back from.
        if (own && change.action !== 'purge') version = Number(change.record.version);
        transaction.announce(change);
      };
      await change(caller, name, request, id, { ...transaction, announce });
      return version;
    });
  }

  async function change(
    caller: Caller,
    name: string,
    request: BulkRequest,
    id: number,
    transaction: Transaction,
  ): Promise<void> {
    const { action, values = {}, versions } = request;
    const version = versions?.get(id);
    switch (action) {
      case 'update':
        await update(caller, name, id, undefined, values, transaction);
        return;
      case 'undo':
        if (version === undefined) throw new AppError('conflict', { key: 'records.stale' });
        await restoreVersion(caller, name, id, { toVersion: version - 1, version }, transaction);
        return;
      case 'delete':
        await trash(caller, name, id, transaction);
        return;
      case 'restore':
        await restore(caller, name, id, transaction);
        return;
      case 'purge':
        await purge(caller, name, id, transaction);
        return;
    }
  }

  /** One after the other in each lane; the errors of those that failed, by id. */
  async function round(
    caller: Caller,
    type: RecordType,
    request: BulkRequest,
    ids: number[],
    changed: BulkReport['changed'],
  ) {
    const failed = new Map<number, unknown>();
    let next = 0;
    const lane = async () => {
      for (let id = ids[next++]; id !== undefined; id = ids[next++]) {
        try {
          const version = await perform(caller, type, request, id);
          if (version !== undefined) changed.push({ id, version });
        } catch (error) {
          failed.set(id, error);
        }
      }
    };
    await Promise.all(Array.from({ length: lanes }, lane));
    return failed;
  }

  return {
    async bulkMatches(caller, resource, request) {
      const type = core.typeOf(resource);
      const where = conditionOf(caller, type, request);
      return (await countWhere(database.kysely, type, where, 'exact'))?.total ?? 0;
    },

    async bulk(caller, resource, request) {
      const type = core.typeOf(resource);
      const where = conditionOf(caller, type, request);
      if (request.action === 'update') refuseUnsettable(caller, type, request.values ?? {});
      const titles = await titlesOf(where, caller, type);
      if (titles.size > mostInBulk) throw tooMany();
      const ids = 'ids' in request.of ? [...new Set(request.of.ids)] : [...titles.keys()];
      let pending = ids.filter((id) => titles.has(id)).sort((a, b) => a - b);
      let failed = new Map<number, unknown>();
      const changed: BulkReport['changed'] = [];
      for (let n = 0; n < mostRounds && pending.length > 0; n += 1) {
        failed = await round(caller, type, request, pending, changed);
        const stuck = failed.size === pending.length;
        pending = [...failed.keys()].sort((a, b) => a - b);
        if (request.action === 'update' || request.action === 'undo' || stuck) break;
      }
      changed.sort((a, b) => a.id - b.id);
      const report: BulkReport = {
        matched: titles.size,
        done: titles.size - failed.size,
        failed: [],
        changed,
      };
      for (const id of ids.sort((a, b) => a - b)) {
        const title = titles.get(id);
        if (title === undefined) failed.set(id, core.missing(type, id, caller));
        if (!failed.has(id)) continue;
        report.failed.push(failureOf(caller, id, title ?? `#${id}`, failed.get(id)));
      }
      return report;
    },
  };

  async function titlesOf(where: Condition, caller: Caller, type: RecordType): Promise<Map<number, string>> {
    const { titleField } = type.resource;
    const names = [titleField, englishTitleOf(type.resource) ?? []].flat();
    const result = await sql<StoredRecord>`
      select t.id, t.version, ${sql.join(names.map((name) => sql.ref(`t.${name}`)))} from ${sql.table(type.table)} as t
      where ${where} order by t.id limit ${mostInBulk + 1}`.execute(database.kysely);
    return new Map(result.rows.map((row) => [row.id, titleFor(caller, type, row)]));
  }

  function failureOf(caller: Caller, id: number, title: string, error: unknown): BulkFailure {
    const say = (text: AppError['text']) => textIn(text, caller.locale);
    if (!(error instanceof AppError)) {
      log.error({ error, requestId: caller.requestId, id }, 'a record of a bulk request failed');
      return { id, title, message: say({ key: 'common.internal' }), code: 'internal', errors: {} };
    }
    const errors = textsByField(error.extra.fields ?? [], say);
    return { id, title, message: say(error.text), code: error.code, errors };
  }
}

/** What no record would take is refused once, and at its field. */
function refuseUnsettable(caller: Caller, type: RecordType, values: Record<string, unknown>): void {
  const writer = { caller, action: 'update' as const, trusted: false };
  const { errors } = acceptInput(type, values, {}, writer);
  const fields = errors.map((error): FieldError => ({ ...error }));
  if (fields.length > 0) throw new AppError('validation', { key: 'records.invalid' }, { fields });
  if (Object.keys(values).length > 0) return;
  const text = { key: 'records.bulk.nothing' };
  throw new AppError('validation', text, { fields: [{ field: 'set', text }] });
}

function tooMany(): AppError {
  return new AppError('validation', { key: 'records.bulk.most', values: { most: mostInBulk } });
}
