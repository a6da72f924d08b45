import { refused } from '#domain/text/errors.ts';
import type { Handlers } from '#server/http/service.ts';
import { asService } from '#server/kernel/caller.ts';
import { type MeetingDeps, notThere, timeZoneOf } from './held-meeting.ts';
import { tellPeople } from './meeting-notices.ts';

/** Tasks of approved minutes are closed, and opened again. */
export function taskCalls(deps: MeetingDeps): Pick<Handlers<'Meeting'>, 'SetTask'> {
  const { records, clock } = deps;
  return {
    async SetTask({ id, done, note }, caller) {
      const zone = await timeZoneOf(deps);
      return records.transaction(async (transaction) => {
        const service = asService(caller);
        const { meeting: of } = await records.get(service, 'meetingTask', id, transaction.sql).catch(() => {
          throw notThere('MeetingTask', id);
        });
        // Who may not see the meeting learns nothing of its tasks.
        const meeting = await records.get(caller, 'meeting', of, transaction.sql).catch(() => {
          throw notThere('MeetingTask', id);
        });
        const task = await records.get(service, 'meetingTask', id, transaction.sql, { lock: true });
        const { userId, name } = caller.actor;
        if (task.owner !== userId && meeting.convenor !== userId) throw refused('meeting.refused.task');
        if (task.state === 'dropped') throw refused('meeting.refused.taskDropped');
        if ((task.state === 'done') === done) return null;
        const now = clock().toISOString();
        const values = done
          ? { state: 'done' as const, doneAt: now, doneByName: name, note: note?.trim() || null }
          : { state: 'open' as const, doneAt: null, doneByName: null, remindedOn: null };
        await records.update(service, 'meetingTask', id, task.version, values, transaction);
        if (done)
          await tellPeople(records, transaction, meeting, {
            what: 'taskDone',
            to: [meeting.convenor],
            by: { id: userId, name },
            at: now,
            timeZone: zone,
            values: { task: task.text },
            reason: note?.trim() || null,
          });
        transaction.announce({
          resource: 'meeting',
          id: meeting.id,
          action: 'update',
          record: { ...meeting },
          by: userId,
          at: now,
        });
        return null;
      });
    },
  };
}
