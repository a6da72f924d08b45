import { randomUUID } from 'node:crypto';
import type { InputOf } from '#contract/services.ts';
import type { AgendaItem } from '#domain/meetings/minutes-document.ts';
import type { MeetingPersonRecord, MeetingRecord } from '#domain/record/records.gen.ts';
import { AppError, fieldError, refused } from '#domain/text/errors.ts';
import type { Records } from '#server/engine/records/records.ts';
import type { Transaction } from '#server/engine/records/stored-record.ts';
import { addMembers } from '#server/features/coordination/index.ts';
import type { Handlers } from '#server/http/service.ts';
import { asService, type Caller } from '#server/kernel/caller.ts';
import {
  act,
  announce,
  type Held,
  idsOf,
  type MeetingDeps,
  mayTakeOver,
  setPerson,
  timeZoneOf,
} from './held-meeting.ts';
import { tellPeople } from './meeting-notices.ts';
import { agendaOf, type Invitable, invitable } from './meeting-rows.ts';

type Convening = Pick<
  Handlers<'Meeting'>,
  'Call' | 'Change' | 'Move' | 'Cancel' | 'Answer' | 'Begin' | 'TakeOver' | 'SetPresent' | 'OpenRoom'
>;

/** A meeting is called, changed, moved or cancelled, answered, begun and talked in. */
export function conveningCalls(deps: MeetingDeps): Convening {
  const { records, clock } = deps;
  return {
    async Call(input, caller) {
      assertTimes(input, clock());
      const zone = await timeZoneOf(deps);
      const { userId, name } = caller.actor;
      return records.transaction(async (transaction) => {
        const service = asService(caller);
        const people = withConvenor(input.people, userId);
        await invitedOf(transaction, service, people);
        const meeting = await records.create(
          service,
          'meeting',
          {
            title: input.title.trim(),
            state: 'called',
            startTime: input.startTime,
            endTime: input.endTime,
            place: input.place?.trim() || null,
            convenor: userId,
            convenorName: name,
            people,
            agenda: agendaFrom(input.agenda, []),
          },
          transaction,
        );
        await settlePeople(records, transaction, service, meeting, [], people);
        await tellPeople(records, transaction, meeting, {
          what: 'called',
          to: people,
          by: { id: userId, name },
          at: clock().toISOString(),
          timeZone: zone,
        });
        return { id: meeting.id };
      });
    },

    Change: (input, caller) =>
      act(deps, caller, input.id, 'change', async (held) => {
        const { meeting, transaction, service } = held;
        assertVersion(meeting, input.version);
        const agenda = agendaFrom(input.agenda, agendaOf(meeting));
        const gone = agendaOf(meeting).find(({ key }) => !agenda.some((item) => item.key === key));
        if (meeting.state !== 'called' && gone)
          throw fieldError('agenda', 'meeting.refused.agenda', { item: gone.title });
        const people = withConvenor(input.people, meeting.convenor);
        const present = held.people.find((person) => person.present && !people.includes(person.user));
        if (present) throw fieldError('people', 'meeting.refused.leaves', { name: present.userName });
        const { added, removed } = await settlePeople(
          records,
          transaction,
          service,
          meeting,
          held.people,
          people,
        );
        const title = input.title.trim();
        const changed = await held.update({
          title,
          place: input.place?.trim() || null,
          agenda,
          people,
        });
        await deps.rooms.removeFromMeeting(caller, meeting.id, removed, transaction);
        if (added.length > 0) await addToRoom(deps, held, changed);
        if (title !== meeting.title) await deps.rooms.renameOfMeeting(caller, meeting.id, title, transaction);
        await held.tell(changed, 'called', added);
        await held.tell(changed, 'uninvited', removed);
        if (meeting.state === 'called')
          await held.tell(
            changed,
            'changed',
            people.filter((id) => !added.includes(id)),
          );
        return null;
      }),

    Move: (input, caller) =>
      act(deps, caller, input.id, 'move', async (held) => {
        assertVersion(held.meeting, input.version);
        assertTimes(input, clock());
        const { startTime, endTime } = input;
        const changed = await held.update({
          startTime,
          endTime,
          reason: input.reason.trim(),
          remindedAt: null,
        });
        for (const person of held.people) {
          if (person.user === held.meeting.convenor) continue;
          await setPerson(records, held, person, { answer: 'none', answerReason: null });
        }
        await held.tell(changed, 'moved', idsOf(held.people), { reason: input.reason });
        return null;
      }),

    Cancel: ({ id, reason }, caller) =>
      act(deps, caller, id, 'cancel', async (held) => {
        const changed = await held.update({ state: 'cancelled', reason: reason.trim() });
        await held.tell(changed, 'cancelled', idsOf(held.people), { reason });
        return null;
      }),

    Answer: ({ id, coming, reason }, caller) =>
      act(deps, caller, id, 'answer', async (held) => {
        const own = ownOf(held.people, caller);
        if (held.meeting.convenor === own.user && !coming) throw refused('meeting.refused.convenorComes');
        await setPerson(records, held, own, {
          answer: coming ? 'yes' : 'no',
          answerReason: coming ? null : reason?.trim() || null,
        });
        announce(held);
        return null;
      }),

    Begin: ({ id }, caller) =>
      act(deps, caller, id, 'begin', async (held) => {
        for (const person of held.people) {
          if (person.answer === 'yes') await setPerson(records, held, person, { present: true });
        }
        const changed = await held.update({ state: 'held', startedAt: held.now });
        await held.tell(changed, 'begun', idsOf(held.people));
        return null;
      }),

    TakeOver: ({ id }, caller) =>
      act(deps, caller, id, 'takeOver', async (held) => {
        const { meeting, people, transaction, service } = held;
        if (!(await mayTakeOver(transaction.sql, meeting, caller))) throw refused('meeting.refused.takeOver');
        const { userId, name } = caller.actor;
        const own = people.find(({ user }) => user === userId);
        if (own) await setPerson(records, held, own, { answer: 'yes', answerReason: null });
        else
          await records.create(
            service,
            'meetingPerson',
            { meeting: id, user: userId, userName: name, answer: 'yes', present: false },
            transaction,
          );
        const changed = await held.update({
          convenor: userId,
          convenorName: name,
          people: withConvenor(idsOf(people), userId),
        });
        await addToRoom(deps, held, changed);
        await held.tell(changed, 'takenOver', idsOf(people));
        return null;
      }),

    SetPresent: ({ id, user, present }, caller) =>
      act(deps, caller, id, 'present', async (held) => {
        const isConvenor = held.meeting.convenor === caller.actor.userId;
        if (user !== caller.actor.userId && !isConvenor) throw refused('meeting.refused.convenor');
        const person = held.people.find((one) => one.user === user);
        if (!person) throw fieldError('user', 'meeting.refused.people');
        if (person.present !== present) await setPerson(records, held, person, { present });
        announce(held);
        return null;
      }),

    OpenRoom: ({ id }, caller) =>
      act(deps, caller, id, 'room', async (held) => ({ id: await roomOf(deps, held, held.meeting) })),
  };
}

/** The room of the meeting with everyone invited; it is made where it is absent. */
function roomOf(
  { rooms }: MeetingDeps,
  { caller, transaction }: Held,
  meeting: MeetingRecord,
): Promise<number> {
  const { id, title, people, convenor } = meeting;
  return rooms.ofMeeting(
    caller,
    { meeting: id, name: title, members: people ?? [], owner: convenor },
    transaction,
  );
}

/** The convenor owns the room if it is open, and those who were invited later come into it. */
async function addToRoom(deps: MeetingDeps, held: Held, meeting: MeetingRecord): Promise<void> {
  const room = await held.transaction.sql
    .selectFrom('chatRoom')
    .select('id')
    .where('kind', '=', 'meeting')
    .where('subject', '=', meeting.id)
    .where('closedAt', 'is', null)
    .executeTakeFirst();
  if (!room) return;
  await addMembers(held.transaction.sql, room.id, [meeting.convenor], deps.clock(), { owner: true });
  await roomOf(deps, held, meeting);
}

/** The people who were not there before, and those who are no longer. */
async function settlePeople(
  records: Records,
  transaction: Transaction,
  service: Caller,
  meeting: MeetingRecord,
  before: readonly MeetingPersonRecord[],
  wanted: readonly number[],
): Promise<{ added: number[]; removed: number[] }> {
  const added = wanted.filter((id) => !before.some(({ user }) => user === id));
  const removed = before.filter(({ user }) => !wanted.includes(user));
  const known = await invitedOf(transaction, service, added);
  // In the order in which they were invited: minutes name them so.
  for (const { id, name } of added.flatMap((user) => known.find((one) => one.id === user) ?? [])) {
    const answer = id === meeting.convenor ? ('yes' as const) : ('none' as const);
    const values = { meeting: meeting.id, user: id, userName: name, answer, present: false };
    await records.create(service, 'meetingPerson', values, transaction);
  }
  for (const { id } of removed) await records.trash(service, 'meetingPerson', id, transaction);
  return { added, removed: removed.map(({ user }) => user) };
}

/** These users; refused where one cannot be invited. */
async function invitedOf(
  { sql }: Transaction,
  { actor }: Caller,
  users: readonly number[],
): Promise<Invitable[]> {
  const known = await invitable(sql, actor, 'zh-Hans', users);
  if (known.length < users.length) throw fieldError('people', 'meeting.refused.people');
  return known;
}

function assertVersion(meeting: MeetingRecord, version: number): void {
  if (meeting.version === version) return;
  throw new AppError('conflict', { key: 'meeting.refused.changed' });
}

/** A meeting that begins at once was called while the form was open. */
const latestMs = 10 * 60_000;
const longestAheadMs = 2 * 366 * 86_400_000;

function assertTimes(
  { startTime, endTime }: Pick<InputOf<'Meeting', 'Call'>, 'startTime' | 'endTime'>,
  now: Date,
): void {
  const ahead = Date.parse(startTime) - now.getTime();
  if (ahead < -latestMs) throw fieldError('startTime', 'meeting.refused.past');
  if (ahead > longestAheadMs) throw fieldError('startTime', 'meeting.refused.far');
  const minutes = (Date.parse(endTime) - Date.parse(startTime)) / 60_000;
  if (minutes <= 0) throw fieldError('endTime', 'meeting.refused.endTime');
  if (minutes > 24 * 60) throw fieldError('endTime', 'meeting.refused.long');
}

function ownOf(people: readonly MeetingPersonRecord[], { actor }: Caller): MeetingPersonRecord {
  const own = people.find(({ user }) => user === actor.userId);
  if (!own) throw refused('meeting.refused.invited');
  return own;
}

function withConvenor(people: readonly number[], convenor: number): number[] {
  return [convenor, ...people.filter((id) => id !== convenor)];
}

/** Items keep their keys, for the minutes hang on them; a new one has a key that none ever had. */
function agendaFrom(
  input: InputOf<'Meeting', 'Call'>['agenda'],
  before: readonly AgendaItem[],
): AgendaItem[] {
  const keys = new Set<string>();
  return input.map(({ key, title, speaker, minutes }) => {
    const known = key !== undefined && !keys.has(key) && before.some((item) => item.key === key);
    const own = known ? key : randomUUID().slice(0, 8);
    keys.add(own);
    return {
      key: own,
      title: title.trim(),
      ...(speaker?.trim() ? { speaker: speaker.trim() } : {}),
      ...(minutes ? { minutes } : {}),
    };
  });
}
