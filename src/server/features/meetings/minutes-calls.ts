import { sql as raw } from 'kysely';
import { outcomeOf } from '#domain/meetings/meeting-state.ts';
import { contentOf, problemsOf } from '#domain/meetings/minutes-document.ts';
import { AppError, fieldError, refused } from '#domain/text/errors.ts';
import type { Records } from '#server/engine/records/records.ts';
import { endReminders } from '#server/features/notices/reminders.ts';
import type { Handlers } from '#server/http/service.ts';
import { act, announce, assertMay, type Held, idsOf, type MeetingDeps } from './held-meeting.ts';
import { agendaOf, approvalsOf, contentFor, itemsOf, minutesOf } from './meeting-rows.ts';
import { appendUpdate, differenceFrom, documentOf } from './minutes-store.ts';
import { settleTasks } from './tasks.ts';

/** Present are two at least: nobody approves alone what they wrote. */
const fewestPresent = 2;

type Minutes = Pick<
  Handlers<'Meeting'>,
  'Sync' | 'Write' | 'Point' | 'Submit' | 'Withdraw' | 'Decide' | 'Correct'
>;

/** Minutes are written by several at once, submitted, approved by those present, and corrected. */
export function minutesCalls(deps: MeetingDeps): Minutes {
  const { records, sql } = deps;
  return {
    async Sync({ id, stateVector }, caller) {
      await records.get(caller, 'meeting', id);
      return differenceFrom(sql, id, stateVector);
    },

    Write: ({ id, update }, caller) =>
      records.transaction(async (transaction) => {
        // Writers do not wait for each other; who submits waits for them, and they for who submits.
        await raw`select id from meeting where id = ${id} for share`.execute(transaction.sql);
        const meeting = await records.get(caller, 'meeting', id, transaction.sql);
        assertMay(meeting, caller, 'write');
        await appendUpdate(transaction.sql, id, update);
        transaction.afterCommit(() =>
          deps.toUsers(meeting.people ?? []).send('getMinutesUpdate', { meeting: id, update }),
        );
        return null;
      }),

    async Point({ id, window, where }, caller) {
      const meeting = await records.get(caller, 'meeting', id);
      const { userId: user, name } = caller.actor;
      if (!meeting.people?.includes(user)) throw refused('meeting.refused.invited');
      deps.toUsers(meeting.people).send('getMinutesPresence', { meeting: id, user, name, window, where });
      return null;
    },

    Submit: ({ id }, caller) =>
      act(deps, caller, id, 'submit', async (held) => {
        const { transaction, meeting, service, now } = held;
        const present = held.people.filter((person) => person.present);
        if (present.length < fewestPresent)
          throw refused('meeting.refused.present', { fewest: fewestPresent });
        const items = contentOf(await documentOf(transaction.sql, id), agendaOf(meeting));
        const problems = problemsOf(items, idsOf(held.people));
        if (problems.length > 0) {
          const fields = problems.map(({ where, key, values = {} }) => ({
            field: where,
            text: { key, values },
          }));
          throw new AppError('validation', { key: 'meeting.refused.problems' }, { fields });
        }
        const { userId, name } = caller.actor;
        const [newest] = await minutesOf(transaction.sql, id);
        const number = (newest?.number ?? 0) + 1;
        await records.create(
          service,
          'meetingMinutes',
          {
            meeting: id,
            number,
            state: 'review',
            content: contentFor(meeting, held.people, items),
            submittedBy: userId,
            submittedName: name,
            submittedAt: now,
            approvals: present.map((person) => ({
              user: person.user,
              name: person.userName,
              ...(person.user === userId
                ? { decision: 'approved' as const, at: now }
                : { decision: 'none' as const }),
            })),
            reason: (meeting.minutesNumber ?? 0) > 0 ? (meeting.reason ?? null) : null,
          },
          transaction,
        );
        const changed = await held.update({ state: 'review' });
        await held.tell(changed, 'review', idsOf(present), { asks: true, values: { number } });
        return null;
      }),

    Withdraw: ({ id }, caller) =>
      act(deps, caller, id, 'withdraw', async (held) => {
        const minutes = await submitted(held);
        await endReviewReminders(records, held);
        await records.update(
          held.service,
          'meetingMinutes',
          minutes.id,
          minutes.version,
          { state: 'withdrawn', decidedAt: held.now },
          held.transaction,
        );
        const changed = await held.update({ state: 'held' });
        await held.tell(
          changed,
          'withdrawn',
          approvalsOf(minutes).map(({ user }) => user),
        );
        return null;
      }),

    Decide: ({ id, number, approve, reason = '' }, caller) =>
      act(deps, caller, id, 'decide', async (held) => {
        const { transaction, service, now } = held;
        const minutes = await submitted(held);
        if (minutes.number !== number) throw new AppError('conflict', { key: 'meeting.refused.version' });
        const { userId } = caller.actor;
        const approvals = approvalsOf(minutes);
        const own = approvals.find(({ user }) => user === userId);
        if (!own) throw refused('meeting.refused.notPresent');
        if (own.decision !== 'none') throw refused('meeting.refused.decided');
        if (!approve && reason.trim() === '') throw fieldError('reason', 'meeting.refused.reason');
        const decided = approvals.map((one) =>
          one.user === userId
            ? {
                ...one,
                decision: approve ? ('approved' as const) : ('refused' as const),
                ...(reason.trim() ? { reason: reason.trim() } : {}),
                at: now,
              }
            : one,
        );
        const outcome = outcomeOf(decided);
        const over = outcome === 'review' ? {} : { state: outcome, decidedAt: now };
        await records.update(
          service,
          'meetingMinutes',
          minutes.id,
          minutes.version,
          { approvals: decided, ...over },
          transaction,
        );
        await endReviewReminders(records, held, outcome === 'review' ? userId : undefined);
        if (outcome === 'review') announce(held);
        else if (outcome === 'refused') {
          const changed = await held.update({ state: 'held' });
          await held.tell(changed, 'refused', idsOf(held.people), { reason });
        } else {
          const changed = await held.update({ state: 'approved', minutesNumber: number });
          const owners = await settleTasks(records, transaction, {
            meeting: changed,
            items: itemsOf(minutes),
            people: held.people,
            caller: service,
          });
          await held.tell(changed, 'approved', idsOf(held.people), { values: { number } });
          // Theirs too who were the last to approve: the task is not their doing.
          for (const { owner, text, due } of owners)
            await held.tell(changed, 'task', [owner], { by: null, values: { task: text, due } });
        }
        return null;
      }),

    Correct: ({ id, reason }, caller) =>
      act(deps, caller, id, 'correct', async (held) => {
        const changed = await held.update({ state: 'held', reason: reason.trim() });
        await held.tell(changed, 'correction', idsOf(held.people), { reason });
        return null;
      }),
  };
}

async function submitted({ transaction, meeting }: Held) {
  const newest = (await minutesOf(transaction.sql, meeting.id)).find(({ state }) => state === 'review');
  if (!newest) throw new AppError('conflict', { key: 'meeting.refused.version' });
  return newest;
}

/** Those who were asked for their decision; `user`: only this one. */
async function endReviewReminders(
  records: Records,
  { transaction, meeting }: Held,
  user?: number,
): Promise<void> {
  await endReminders(records, transaction, {
    type: 'meeting.review',
    resource: 'meeting',
    id: meeting.id,
    ...(user === undefined ? {} : { user }),
  });
}
