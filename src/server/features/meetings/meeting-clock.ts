import { isReminderDay } from '#domain/meetings/meeting-state.ts';
import { dayOf } from '#domain/time/wall-clock.ts';
import type { Database } from '#server/db/database.ts';
import type { Records } from '#server/engine/records/records.ts';
import { type Clock, createClock, unlessRefused } from '#server/jobs/clock.ts';
import { systemCaller } from '#server/kernel/caller.ts';
import type { Logger } from '#server/kernel/logger.ts';
import type { Parameters } from '#server/kernel/parameters.ts';
import { tellPeople } from './meeting-notices.ts';
import { peopleOf } from './meeting-rows.ts';

/** So long before a meeting those who have not said no are reminded of it. */
const beforeMs = 15 * 60_000;
const dayMs = 86_400_000;

export interface MeetingRound {
  meetings: number[];
  tasks: number[];
}

/** What time does to meetings: those invited are reminded before it, and whoever has a task before its last day and after. */
export function createMeetingClock(deps: {
  database: Pick<Database, 'kysely' | 'locks'>;
  records: Records;
  parameters: Pick<Parameters, 'text'>;
  clock: () => Date;
  log: Logger;
}): Clock<MeetingRound> {
  const { database, records, parameters, clock, log } = deps;
  const system = systemCaller();

  async function remindOfMeeting(id: number, now: Date, timeZone: string): Promise<void> {
    await records.transaction(async (transaction) => {
      const meeting = await records.get(system, 'meeting', id, transaction.sql, { lock: true });
      if (meeting.state !== 'called' || meeting.remindedAt) return;
      const at = now.toISOString();
      const changed = await records.update(
        system,
        'meeting',
        id,
        meeting.version,
        { remindedAt: at },
        transaction,
      );
      const people = await peopleOf(transaction.sql, id);
      const to = people.filter(({ answer }) => answer !== 'no').map(({ user }) => user);
      await tellPeople(records, transaction, changed, { what: 'soon', to, by: null, at, timeZone });
    });
  }

  async function remindOfTask(id: number, now: Date, today: string, timeZone: string): Promise<void> {
    await records.transaction(async (transaction) => {
      const task = await records.get(system, 'meetingTask', id, transaction.sql, { lock: true });
      if (task.state !== 'open' || task.remindedOn === today) return;
      const values = { remindedOn: today };
      await records.update(system, 'meetingTask', id, task.version, values, transaction);
      const meeting = await records.get(system, 'meeting', task.meeting, transaction.sql);
      await tellPeople(records, transaction, meeting, {
        what: task.due < today ? 'taskOverdue' : 'taskDue',
        to: [task.owner],
        by: null,
        at: now.toISOString(),
        timeZone,
        values: { task: task.text, due: task.due },
      });
    });
  }

  return createClock({
    database,
    name: 'meetings',
    pattern: '40 * * * * *',
    clock,
    async round(now) {
      const timeZone = await parameters.text('deadline.timeZone');
      const today = dayOf(now.getTime(), timeZone);
      const tomorrow = dayOf(now.getTime() + dayMs, timeZone);
      const soon = await database.kysely
        .selectFrom('meeting')
        .select('id')
        .where('state', '=', 'called')
        .where('remindedAt', 'is', null)
        .where('startTime', '<=', new Date(now.getTime() + beforeMs).toISOString())
        .where('endTime', '>', now.toISOString())
        .where('deletedAt', 'is', null)
        .limit(200)
        .execute();
      const tasks = await database.kysely
        .selectFrom('meetingTask')
        .select(['id', 'due', 'remindedOn'])
        .where('state', '=', 'open')
        .where('due', '<=', tomorrow)
        .where('deletedAt', 'is', null)
        .where(({ eb, or }) => or([eb('remindedOn', 'is', null), eb('remindedOn', '<', today)]))
        .execute();
      const done: MeetingRound = { meetings: [], tasks: [] };
      for (const { id } of soon) {
        if (await unlessRefused(log, { meeting: id }, () => remindOfMeeting(id, now, timeZone)))
          done.meetings.push(id);
      }
      for (const { id, due, remindedOn } of tasks) {
        const left = Math.round((Date.parse(due) - Date.parse(today)) / dayMs);
        // One that nobody was reminded of, as no server ran on its day, is told of now.
        if (remindedOn !== null && !isReminderDay(left)) continue;
        if (await unlessRefused(log, { task: id }, () => remindOfTask(id, now, today, timeZone)))
          done.tasks.push(id);
      }
      return done;
    },
    none: { meetings: [], tasks: [] },
    report({ meetings, tasks }) {
      if (meetings.length + tasks.length > 0)
        log.info({ meetings, tasks }, 'people were reminded of meetings');
    },
    log,
  });
}
