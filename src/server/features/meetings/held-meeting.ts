import { sql as raw } from 'kysely';
import type { HubEvents } from '#contract/hub.ts';
import { adminPermission, holds } from '#domain/identity/access.ts';
import { isConvenors, isOpenTo, type MeetingAct } from '#domain/meetings/meeting-state.ts';
import type { Meeting, MeetingPersonRecord, MeetingRecord } from '#domain/record/records.gen.ts';
import { AppError, refused } from '#domain/text/errors.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Records } from '#server/engine/records/records.ts';
import type { Transaction, Values } from '#server/engine/records/stored-record.ts';
import { mayChat, type ServiceRooms } from '#server/features/coordination/index.ts';
import { asService, type Caller } from '#server/kernel/caller.ts';
import type { Parameters } from '#server/kernel/parameters.ts';
import type { EventSender } from '#server/signalr/hub-definition.ts';
import { type MeetingNews, type News, tellPeople } from './meeting-notices.ts';
import { peopleOf } from './meeting-rows.ts';

export interface MeetingDeps {
  records: Records;
  sql: Sql;
  parameters: Pick<Parameters, 'text'>;
  /** Where a meeting is talked in. */
  rooms: Pick<ServiceRooms, 'ofMeeting' | 'removeFromMeeting' | 'renameOfMeeting'>;
  /** Sends to every connection of these users, on every server. */
  toUsers(userIds: number[]): EventSender<HubEvents>;
  clock: () => Date;
}

/** A meeting under its lock, with what an act does to it. */
export interface Held {
  transaction: Transaction;
  meeting: MeetingRecord;
  caller: Caller;
  service: Caller;
  people: MeetingPersonRecord[];
  now: string;
  update(values: Values<Meeting>): Promise<MeetingRecord>;
  tell(record: MeetingRecord, what: MeetingNews, to: readonly number[], more?: Partial<News>): Promise<void>;
}

export const timeZoneOf = ({ parameters }: Pick<MeetingDeps, 'parameters'>) =>
  parameters.text('deadline.timeZone');

/**
 * Works on a meeting of the caller, locked. Refused where its state leaves no room for the act, or the act is the
 * convenor's; an administrator who is not invited reads, and changes nothing.
 */
export async function act<T>(
  deps: Pick<MeetingDeps, 'records' | 'parameters' | 'clock'>,
  caller: Caller,
  id: number,
  what: MeetingAct,
  work: (held: Held) => Promise<T>,
): Promise<T> {
  const { records, clock } = deps;
  const zone = await timeZoneOf(deps);
  return records.transaction(async (transaction) => {
    await records.get(caller, 'meeting', id, transaction.sql);
    const meeting = await records.get(asService(caller), 'meeting', id, transaction.sql, { lock: true });
    assertMay(meeting, caller, what);
    const now = clock().toISOString();
    return work({
      transaction,
      meeting,
      caller,
      now,
      service: asService(caller),
      people: await peopleOf(transaction.sql, id),
      update: (values) =>
        records.update(asService(caller), 'meeting', id, meeting.version, values, transaction),
      tell: (record, what, to, more = {}) =>
        tellPeople(records, transaction, record, {
          what,
          to,
          by: { id: caller.actor.userId, name: caller.actor.name },
          at: now,
          timeZone: zone,
          ...more,
        }),
    });
  });
}

/** What changed is not of the meeting's own record, and its page is to ask again all the same. */
export function announce({ transaction, meeting, caller, now }: Held): void {
  transaction.announce({
    resource: 'meeting',
    id: meeting.id,
    action: 'update',
    record: { ...meeting },
    by: caller.actor.userId,
    at: now,
  });
}

export async function setPerson(
  records: Pick<Records, 'update'>,
  { transaction, service }: Held,
  person: MeetingPersonRecord,
  values: Partial<MeetingPersonRecord>,
): Promise<void> {
  await records.update(service, 'meetingPerson', person.id, person.version, values, transaction);
}

/**
 * Whether the caller may become the convenor: an administrator at any time, a participant once the convenor has no account any
 * more with which meetings are run.
 */
export async function mayTakeOver(
  sql: Sql,
  meeting: MeetingRecord,
  { actor }: Pick<Caller, 'actor'>,
): Promise<boolean> {
  if (meeting.convenor === actor.userId || !isOpenTo(meeting.state, 'takeOver')) return false;
  if (holds(actor, [adminPermission])) return true;
  if (!meeting.people?.includes(actor.userId)) return false;
  const { rows } = await raw`select 1 from "user" u where u.id = ${meeting.convenor} and ${mayChat}`.execute(
    sql,
  );
  return rows.length === 0;
}

/** May this caller do it to the meeting in its current state? */
export function assertMay(meeting: MeetingRecord, { actor }: Caller, what: MeetingAct): void {
  const isInvited = meeting.people?.includes(actor.userId) ?? false;
  const isAdministrator = holds(actor, [adminPermission]);
  if (!isInvited && !(what === 'takeOver' && isAdministrator)) throw refused('meeting.refused.invited');
  if (isConvenors(what) && meeting.convenor !== actor.userId) throw refused('meeting.refused.convenor');
  if (!isOpenTo(meeting.state, what))
    throw refused(what === 'write' ? 'meeting.refused.locked' : 'meeting.refused.state', {
      state: meeting.state,
    });
}

export function idsOf(people: readonly MeetingPersonRecord[]): number[] {
  return people.map(({ user }) => user);
}

export function notThere(type: 'Meeting' | 'MeetingMinutes' | 'MeetingTask', id: number): AppError {
  return new AppError('notFound', { key: 'common.notFound', values: { type, id } });
}
