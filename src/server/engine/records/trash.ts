import { AppError } from '#domain/text/errors.ts';
import type { Caller } from '#server/kernel/caller.ts';
import { type Core, refuseStale, refuseTrashed } from './core.ts';
import { presentFor } from './fields.ts';
import { historyEntry, userOf } from './history.ts';
import type { WriteAction } from './record-rules.ts';
import type { RecordType } from './record-type.ts';
import type { UntypedRecords } from './records.ts';
import { deleteRow, updateRow, withoutSecrets } from './rows.ts';
import type { StoredRecord, Transaction } from './stored-record.ts';

/**
 * Into the trash, out of it, and out of the world.
 *
 * What lies in the trash: it holds no unique value (indexes are over live records), so a live record may take one,
 * and then the trashed one comes back only with another: it is refused at that field. What refers to it from the
 * trash, or as something that once was (`past`), goes on showing its title; it is chosen no more. What live records
 * need is not thrown away; what any record needs is not purged.
 */
export function createTrash(core: Core): Pick<UntypedRecords, 'trash' | 'restore' | 'purge'> {
  const { types, references, rules, clock } = core;

  const writeOf = ({ sql }: Transaction, caller: Caller, type: RecordType, before: StoredRecord) => ({
    sql,
    types,
    type,
    caller,
    before,
    after: null,
  });

  /** Services have asked for themselves. */
  async function refuse(
    phase: 'guard' | 'authorise',
    action: WriteAction,
    transaction: Transaction,
    caller: Caller,
    type: RecordType,
    before: StoredRecord,
  ): Promise<void> {
    if (!transaction.trusted) await rules.refuse(phase, action, writeOf(transaction, caller, type, before));
  }

  async function move(
    transaction: Transaction,
    caller: Caller,
    type: RecordType,
    before: StoredRecord,
    action: 'delete' | 'restore',
  ): Promise<StoredRecord> {
    const at = clock().toISOString();
    const by = userOf(caller);
    const after = await updateRow(
      transaction.sql,
      type,
      before.id,
      {},
      {
        version: before.version + 1,
        updatedAt: at,
        updatedBy: by,
        deletedAt: action === 'delete' ? at : null,
        deletedBy: action === 'delete' ? by : null,
      },
    );
    return core.settle(transaction, caller, type, after, action, before, at);
  }

  return {
    async trash(caller, resource, id, given, version) {
      const type = core.typeOf(resource);
      core.refuseReadOnly(type, given, caller);
      return core.within({ transaction: given, trusted: false, caller, type }, async (transaction) => {
        const before = await core.lock(transaction, caller, type, id, 'delete');
        refuseStale(before, version, (record) => presentFor(caller, type, record));
        refuseTrashed(before);
        await refuse('guard', 'delete', transaction, caller, type, before);
        await refuse('authorise', 'delete', transaction, caller, type, before);
        await references.refuseIfUsed(transaction.sql, caller, type, before);
        const fields = await rules.validate('delete', writeOf(transaction, caller, type, before));
        if (fields.length > 0) throw new AppError('validation', { key: 'records.invalid' }, { fields });
        return move(transaction, caller, type, before, 'delete');
      });
    },

    async restore(caller, resource, id, given) {
      const type = core.typeOf(resource);
      core.refuseReadOnly(type, given, caller);
      return core.within({ transaction: given, trusted: false, caller, type }, async (transaction) => {
        const before = await core.lock(transaction, caller, type, id, 'delete');
        refuseLive(before);
        await refuse('authorise', 'restore', transaction, caller, type, before);
        const relations = [...type.fields.values()].filter((field) => field.relation).map(({ name }) => name);
        const fields = await references.check(transaction.sql, caller, type, before, relations, true);
        if (fields.length > 0) throw new AppError('conflict', { key: 'records.invalid' }, { fields });
        return move(transaction, caller, type, before, 'restore');
      });
    },

    async purge(caller, resource, id, given) {
      const type = core.typeOf(resource);
      core.refuseReadOnly(type, given, caller);
      return core.within({ transaction: given, trusted: false, caller, type }, async (transaction) => {
        const before = await core.lock(transaction, caller, type, id, 'delete');
        refuseLive(before);
        await refuse('authorise', 'purge', transaction, caller, type, before);
        await references.refuseIfNamed(transaction.sql, caller, type, before);
        const at = clock().toISOString();
        await deleteRow(transaction.sql, type, id);
        const { titleField } = type.resource;
        const title = before[titleField] ?? null;
        const last = { ...before, version: before.version + 1 };
        const changes = title === null ? [] : [{ field: titleField, before: title, after: null }];
        transaction.note(historyEntry(type, caller, 'purge', last, changes, at));
        const record = withoutSecrets(type, last);
        transaction.announce({
          resource: type.resource.name,
          id,
          action: 'purge',
          record,
          by: userOf(caller),
          at,
        });
      });
    },
  };
}

function refuseLive(record: StoredRecord): void {
  if (record.deletedAt === null) throw new AppError('conflict', { key: 'records.notInTrash' });
}
