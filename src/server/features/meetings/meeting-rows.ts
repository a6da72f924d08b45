import { sql as raw } from 'kysely';
import type {
  MeetingHead,
  MeetingPersonView,
  MeetingTaskView,
  MinutesHead,
  MinutesVersion,
} from '#contract/meetings.ts';
import type { Actor } from '#domain/identity/access.ts';
import type { Approval } from '#domain/meetings/meeting-state.ts';
import type { AgendaItem, MinutesItem } from '#domain/meetings/minutes-document.ts';
import type { MeetingMinutesRecord, MeetingPersonRecord, MeetingRecord } from '#domain/record/records.gen.ts';
import type { Locale } from '#domain/text/label.ts';
import type { Sql } from '#server/db/sql.ts';
import { type NameReader, storedNamesIn } from '#server/engine/records/names.ts';
import { nameSql } from '#server/engine/records/titles.ts';
import { isContact } from '#server/features/coordination/index.ts';
import type { Caller } from '#server/kernel/caller.ts';

/** A user who can be invited: with whom the convenor may speak in rooms, and the convenor. */
export interface Invitable {
  id: number;
  name: string;
  company: string | null;
}

/** Those of these ids; absent: all of them. */
export async function invitable(
  sql: Sql,
  actor: Actor,
  locale: Locale,
  ids?: readonly number[],
): Promise<Invitable[]> {
  const { rows } = await raw<Invitable>`
    select u.id, coalesce(nullif(${nameSql('u', locale)}, ''), u.user_name) as name, ${companySql(locale)} as company
    from "user" u left join company c on c.id = u.company
    where (u.id = ${actor.userId} or ${isContact(actor)})
      ${ids ? raw`and u.id = any(${ids}::bigint[])` : raw``}
    order by company nulls first, name, u.id limit 2000`.execute(sql);
  return rows;
}

export async function peopleOf(sql: Sql, meeting: number): Promise<MeetingPersonRecord[]> {
  const rows = await sql
    .selectFrom('meetingPerson')
    .selectAll()
    .where('meeting', '=', meeting)
    .where('deletedAt', 'is', null)
    .orderBy('id')
    .execute();
  return rows as MeetingPersonRecord[];
}

/** Meetings of these people at this time, other than `except`. */
export async function overlapsOf(
  sql: Sql,
  of: { startTime: string; endTime: string; people: readonly number[]; except?: number | undefined },
): Promise<{ user: number; meeting: number }[]> {
  if (of.people.length === 0) return [];
  return sql
    .selectFrom('meetingPerson')
    .innerJoin('meeting', 'meeting.id', 'meetingPerson.meeting')
    .select(['meetingPerson.user', 'meetingPerson.meeting'])
    .where('meetingPerson.user', 'in', of.people)
    .where('meetingPerson.answer', '!=', 'no')
    .where('meetingPerson.deletedAt', 'is', null)
    .where('meeting.deletedAt', 'is', null)
    .where('meeting.state', 'in', ['called', 'held'])
    .where('meeting.startTime', '<', of.endTime)
    .where('meeting.endTime', '>', of.startTime)
    .where('meeting.id', '!=', of.except ?? 0)
    .orderBy('meeting.startTime')
    .orderBy('meetingPerson.id')
    .limit(50)
    .execute();
}

/** The short name of a company `c`; in English its only English name. */
const companySql = (locale: Locale) =>
  locale === 'en'
    ? raw`coalesce(nullif(c.name_en, ''), c.short_name, c.name)`
    : raw`coalesce(c.short_name, c.name)`;

export async function personViews(
  sql: Sql,
  meeting: MeetingRecord,
  locale: Locale,
): Promise<MeetingPersonView[]> {
  const people = await peopleOf(sql, meeting.id);
  const { rows } = await raw<{ id: number; company: string | null }>`
    select u.id, ${companySql(locale)} as company from "user" u left join company c on c.id = u.company
    where u.id = any(${people.map(({ user }) => user)}::bigint[])`.execute(sql);
  const nameOf = await storedNamesIn(
    sql,
    locale,
    people.map(({ userName }) => userName),
  );
  return people.map(({ user, userName, answer, answerReason, present }) => ({
    user,
    name: nameOf(userName),
    company: rows.find(({ id }) => id === user)?.company ?? null,
    isConvenor: user === meeting.convenor,
    answer,
    answerReason: answerReason ?? null,
    present,
  }));
}

/** Every version of a meeting's minutes that was submitted, newest first. */
export async function minutesOf(sql: Sql, meeting: number): Promise<MeetingMinutesRecord[]> {
  const rows = await sql
    .selectFrom('meetingMinutes')
    .selectAll()
    .where('meeting', '=', meeting)
    .where('deletedAt', 'is', null)
    .orderBy('number', 'desc')
    .execute();
  return rows as MeetingMinutesRecord[];
}

/** Versions of the minutes of a meeting as this reader sees them, with the names of people in their language. */
export async function versionViews(
  sql: Sql,
  locale: Locale,
  meeting: MeetingRecord,
  rows: readonly MeetingMinutesRecord[],
): Promise<MinutesVersion[]> {
  const now = headOf(meeting, await peopleOf(sql, meeting.id));
  const versions = rows.map((row) => ({ row, head: storedIn(row).head ?? now }));
  const nameOf = await storedNamesIn(
    sql,
    locale,
    versions.flatMap(({ row, head }) => [
      row.submittedName,
      head.convenorName,
      ...[...approvalsOf(row), ...head.people].map(({ name }) => name),
    ]),
  );
  return versions.map(({ row, head }) => versionView(row, head, nameOf));
}

/** What minutes state about the meeting itself. */
function headOf(meeting: MeetingRecord, people: readonly MeetingPersonRecord[]): MinutesHead {
  const { title, startTime, endTime, place, convenorName } = meeting;
  return {
    title,
    startTime,
    endTime,
    place: place ?? null,
    convenorName,
    people: people.map(({ user, userName }) => ({ user, name: userName })),
  };
}

/** A version as it is stored: later changes of the meeting do not change it. */
export function contentFor(
  meeting: MeetingRecord,
  people: readonly MeetingPersonRecord[],
  items: readonly MinutesItem[],
): string {
  return JSON.stringify({ head: headOf(meeting, people), items });
}

interface StoredMinutes {
  /** Null: of an older version of the product, which did not store it. */
  head: MinutesHead | null;
  items: MinutesItem[];
}

function storedIn({ content }: Pick<MeetingMinutesRecord, 'content'>): StoredMinutes {
  const stored = JSON.parse(content) as MinutesItem[] | StoredMinutes;
  return Array.isArray(stored) ? { head: null, items: stored } : stored;
}

/** The minutes as they were submitted: written by the server from the document. */
export const itemsOf = (row: Pick<MeetingMinutesRecord, 'content'>): MinutesItem[] => storedIn(row).items;

function versionView(row: MeetingMinutesRecord, head: MinutesHead, nameOf: NameReader): MinutesVersion {
  return {
    head: {
      ...head,
      convenorName: nameOf(head.convenorName),
      people: head.people.map((one) => ({ ...one, name: nameOf(one.name) })),
    },
    number: row.number,
    state: row.state,
    submittedName: nameOf(row.submittedName),
    submittedAt: row.submittedAt,
    decidedAt: row.decidedAt ?? null,
    reason: row.reason ?? null,
    approvals: approvalsOf(row).map((one) => ({ ...one, name: nameOf(one.name) })),
    items: itemsOf(row),
  };
}

export function approvalsOf({ approvals }: Pick<MeetingMinutesRecord, 'approvals'>): Approval[] {
  return (approvals ?? []).map(({ user, name, decision, reason, at }) => ({
    user,
    name,
    decision,
    ...(reason ? { reason } : {}),
    ...(at ? { at } : {}),
  }));
}

export function agendaOf({ agenda }: Pick<MeetingRecord, 'agenda'>): AgendaItem[] {
  return (agenda ?? []).map(({ key, title, speaker, minutes }) => ({
    key,
    title,
    ...(speaker ? { speaker } : {}),
    ...(minutes ? { minutes } : {}),
  }));
}

/** Tasks of approved minutes: of some meetings, or all that are open of a user. */
export async function taskViews(
  sql: Sql,
  of: { meetings: readonly number[] } | { owner: number },
  { actor: { userId }, locale }: Pick<Caller, 'actor' | 'locale'>,
): Promise<MeetingTaskView[]> {
  const query = sql
    .selectFrom('meetingTask')
    .innerJoin('meeting', 'meeting.id', 'meetingTask.meeting')
    .selectAll('meetingTask')
    .select(['meeting.title as meetingTitle', 'meeting.convenor as convenor'])
    .where('meetingTask.deletedAt', 'is', null)
    .orderBy('meetingTask.due')
    .orderBy('meetingTask.id')
    .limit(500);
  const rows =
    'owner' in of
      ? await query
          .where('meetingTask.owner', '=', of.owner)
          .where('meetingTask.state', '=', 'open')
          .execute()
      : of.meetings.length === 0
        ? []
        : await query.where('meetingTask.meeting', 'in', of.meetings).execute();
  const nameOf = await storedNamesIn(
    sql,
    locale,
    rows.flatMap(({ ownerName, doneByName }) => [ownerName, doneByName]),
  );
  return rows.map((row) => ({
    id: row.id,
    meeting: row.meeting,
    meetingTitle: row.meetingTitle,
    text: row.text,
    owner: row.owner,
    ownerName: nameOf(row.ownerName),
    due: row.due,
    state: row.state,
    doneAt: row.doneAt,
    doneByName: nameOf(row.doneByName),
    note: row.note,
    mayClose: row.state !== 'dropped' && (row.owner === userId || row.convenor === userId),
  }));
}

/** Meetings as lists show them to this user. */
export async function headsOf(
  sql: Sql,
  { actor: { userId }, locale }: Pick<Caller, 'actor' | 'locale'>,
  meetings: readonly MeetingRecord[],
): Promise<MeetingHead[]> {
  const ids = meetings.map(({ id }) => id);
  if (ids.length === 0) return [];
  const own = await sql
    .selectFrom('meetingPerson')
    .select(['meeting', 'answer', 'present'])
    .where('user', '=', userId)
    .where('meeting', 'in', ids)
    .where('deletedAt', 'is', null)
    .execute();
  const tasks = await sql
    .selectFrom('meetingTask')
    .select(({ fn }) => ['meeting', fn.countAll<number>().as('count')])
    .where('meeting', 'in', ids)
    .where('state', '=', 'open')
    .where('deletedAt', 'is', null)
    .groupBy('meeting')
    .execute();
  const waiting = await sql
    .selectFrom('meetingMinutes')
    .select(['meeting', 'approvals'])
    .where('meeting', 'in', ids)
    .where('state', '=', 'review')
    .where('deletedAt', 'is', null)
    .execute();
  const nameOf = await storedNamesIn(
    sql,
    locale,
    meetings.map(({ convenorName }) => convenorName),
  );
  return meetings.map((meeting) => {
    const mine = own.find((row) => row.meeting === meeting.id);
    const approvals = approvalsOf({
      approvals: waiting.find((row) => row.meeting === meeting.id)?.approvals ?? [],
    });
    return {
      id: meeting.id,
      version: meeting.version,
      title: meeting.title,
      state: meeting.state,
      startTime: meeting.startTime,
      endTime: meeting.endTime,
      place: meeting.place ?? null,
      convenor: meeting.convenor,
      convenorName: nameOf(meeting.convenorName),
      minutesNumber: meeting.minutesNumber ?? 0,
      mine: mine
        ? {
            answer: mine.answer,
            isConvenor: meeting.convenor === userId,
            present: mine.present,
            decides: approvals.some(({ user, decision }) => user === userId && decision === 'none'),
          }
        : null,
      openTasks: Number(tasks.find((row) => row.meeting === meeting.id)?.count ?? 0),
    };
  });
}
