import type { MinutesItem } from '#domain/meetings/minutes-document.ts';
import type { MeetingPersonRecord, MeetingRecord } from '#domain/record/records.gen.ts';
import type { Records } from '#server/engine/records/records.ts';
import type { Transaction } from '#server/engine/records/stored-record.ts';
import type { Caller } from '#server/kernel/caller.ts';

/**
 * The tasks of minutes that are approved now. A correction changes those that it changes, and what is done stays done;
 * a task that is no longer in the minutes is dropped.
 * @returns those that are new, or another's, or due on another day.
 */
export async function settleTasks(
  records: Records,
  transaction: Transaction,
  of: {
    meeting: MeetingRecord;
    items: readonly MinutesItem[];
    people: readonly MeetingPersonRecord[];
    caller: Caller;
  },
): Promise<{ owner: number; text: string; due: string }[]> {
  const { meeting, items, people, caller } = of;
  const rows = await transaction.sql
    .selectFrom('meetingTask')
    .selectAll()
    .where('meeting', '=', meeting.id)
    .where('deletedAt', 'is', null)
    .execute();
  const told: { owner: number; text: string; due: string }[] = [];
  const kept = new Set<string>();
  for (const { id: key, text, who, due } of items.flatMap(({ tasks }) => tasks)) {
    const owner = people.find(({ user }) => user === who);
    if (!owner || due === null) continue;
    kept.add(key);
    const values = { text, owner: owner.user, ownerName: owner.userName, due };
    const row = rows.find((one) => one.key === key);
    if (!row) {
      const made = { ...values, meeting: meeting.id, key, state: 'open' as const };
      await records.create(caller, 'meetingTask', made, transaction);
      told.push({ owner: owner.user, text, due });
      continue;
    }
    const isAnother = row.owner !== owner.user || row.due !== due || row.state === 'dropped';
    const state = row.state === 'dropped' ? ('open' as const) : row.state;
    const again = isAnother ? { remindedOn: null } : {};
    if (isAnother || row.text !== text)
      await records.update(
        caller,
        'meetingTask',
        row.id,
        row.version,
        { ...values, state, ...again },
        transaction,
      );
    if (isAnother && state === 'open') told.push({ owner: owner.user, text, due });
  }
  for (const row of rows) {
    if (kept.has(row.key) || row.state !== 'open') continue;
    await records.update(caller, 'meetingTask', row.id, row.version, { state: 'dropped' }, transaction);
  }
  return told;
}
