import { AppError } from '#domain/text/errors.ts';
import type { Caller } from '#server/kernel/caller.ts';
import { refuseWhileWaiting } from './approval-lock.ts';
import { type Core, refuseStale, refuseTrashed } from './core.ts';
import { presentFor } from './fields.ts';
import { historyEntry, userOf } from './history.ts';
import { refuseBeyond } from './holding-rules.ts';
import type { RecordType } from './record-type.ts';
import type { Records } from './records.ts';
import { deleteRow, updateRow, withoutSecrets } from './rows.ts';
import { checkRules } from './rules.ts';
import type { StoredRecord, Unit } from './stored-record.ts';

/**
 * Into the trash, out of it, and out of the world.
 *
 * What lies in the trash: it holds no unique value (indexes are over live records), so a live record may take one,
 * and then the trashed one comes back only with another: it is refused at that field. What refers to it from the
 * trash, or as something that once was (`past`), goes on showing its title; it is chosen no more. What live records
 * need is not thrown away; what any record needs is not purged.
 */
export function createTrash(core: Core): Pick<Records, 'trash' | 'restore' | 'purge'> {
  const { references, clock } = core;

  async function move(
    unit: Unit,
    caller: Caller,
    type: RecordType,
    before: StoredRecord,
    action: 'delete' | 'restore',
  ): Promise<StoredRecord> {
    const at = clock().toISOString();
    const by = userOf(caller);
    const after = await updateRow(
      unit.sql,
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
    return core.settle(unit, caller, type, after, action, before, at);
  }

  return {
    async trash(caller, resource, id, given, version) {
      const type = core.typeOf(resource);
      core.refuseReadOnly(type, given, caller);
      return core.within({ unit: given, trusted: false, caller, type }, async (unit) => {
        const before = await core.lock(unit, caller, type, id, 'delete');
        refuseStale(before, version, (record) => presentFor(caller, type, record));
        refuseTrashed(before);
        await refuseOutranked(core, unit, caller, type, before);
        if (!unit.trusted) await refuseWhileWaiting(unit.sql, type.resource, before, caller);
        await references.refuseIfUsed(unit.sql, caller, type, before);
        await refuseByRules(core, unit, caller, type, before);
        return move(unit, caller, type, before, 'delete');
      });
    },

    async restore(caller, resource, id, given) {
      const type = core.typeOf(resource);
      core.refuseReadOnly(type, given, caller);
      return core.within({ unit: given, trusted: false, caller, type }, async (unit) => {
        const before = await core.lock(unit, caller, type, id, 'delete');
        refuseLive(before);
        await refuseOutranked(core, unit, caller, type, before);
        const relations = [...type.fields.values()].filter((field) => field.relation).map(({ name }) => name);
        const fields = await references.check(unit.sql, caller, type, before, relations, true);
        if (fields.length > 0) throw new AppError('conflict', { key: 'records.invalid' }, { fields });
        return move(unit, caller, type, before, 'restore');
      });
    },

    async purge(caller, resource, id, given) {
      const type = core.typeOf(resource);
      core.refuseReadOnly(type, given, caller);
      return core.within({ unit: given, trusted: false, caller, type }, async (unit) => {
        const before = await core.lock(unit, caller, type, id, 'delete');
        refuseLive(before);
        await refuseOutranked(core, unit, caller, type, before);
        await references.refuseIfNamed(unit.sql, caller, type, before);
        const at = clock().toISOString();
        await deleteRow(unit.sql, type, id);
        const { titleField } = type.resource;
        const title = before[titleField] ?? null;
        const last = { ...before, version: before.version + 1 };
        const changes = title === null ? [] : [{ field: titleField, before: title, after: null }];
        unit.note(historyEntry(type, caller, 'purge', last, changes, at));
        const record = withoutSecrets(type, last);
        unit.announce({
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

/** What has more than the caller is moved by others: holding-rules.ts. */
async function refuseOutranked(
  { types }: Pick<Core, 'types'>,
  { sql, trusted }: Unit,
  caller: Caller,
  type: RecordType,
  before: StoredRecord,
): Promise<void> {
  if (!trusted) await refuseBeyond(type.resource.name, { sql, types, caller, before, after: null });
}

/** What no schema can say: rules.ts. */
async function refuseByRules(
  { types }: Pick<Core, 'types'>,
  { sql }: Unit,
  caller: Caller,
  type: RecordType,
  before: StoredRecord,
): Promise<void> {
  const fields = await checkRules(type.resource.name, { sql, types, caller, before, after: null });
  if (fields.length > 0) throw new AppError('validation', { key: 'records.invalid' }, { fields });
}

function refuseLive(record: StoredRecord): void {
  if (record.deletedAt === null) throw new AppError('conflict', { key: 'records.notInTrash' });
}
