import * as Y from 'yjs';
import type { Approval } from '#domain/meetings/meeting-state.ts';
import { addEntry, contentOf, notesOf } from '#domain/meetings/minutes-document.ts';
import type { Meeting, MeetingRecord } from '#domain/record/records.gen.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Records } from '#server/engine/records/records.ts';
import { appendUpdate, contentFor, encode, peopleOf, settleTasks } from '#server/features/meetings/index.ts';
import { systemCaller } from '#server/kernel/caller.ts';
import type { IdsByKey } from '#server/seed/ensure.ts';

const hourMs = 3_600_000;
const minuteMs = 60_000;
const dayMs = 24 * hourMs;

interface Written {
  notes: string;
  decisions: string[];
  tasks: { text: string; who: string; inDays: number }[];
}

const agenda = [
  {
    key: 'flights',
    title: '本周飞行计划 / Flights this week',
    speaker: '运行控制 / Operations control',
    minutes: 15,
  },
  {
    key: 'airspace',
    title: '空域使用与关闭 / Airspace use and closures',
    speaker: '空域监管 / Airspace supervision',
    minutes: 20,
  },
  { key: 'safety', title: '安全提示 / Safety', minutes: 10 },
];

/** The one that is under way whenever the demo is started. */
const runningTitle = '今日空域协调会（演示） / Airspace coordination today (demo)';

/**
 * Meetings as a working week leaves them: one that is under way now, one of tomorrow, one whose minutes wait for approval,
 * one approved with tasks that are open. Once, but for the one that is under way: a later start brings it to its day.
 * Nothing where the demo has no accounts.
 */
export async function seedDemoMeetings(deps: {
  records: Records;
  sql: Sql;
  users: IdsByKey;
  clock: () => Date;
}): Promise<void> {
  const { records, sql, users, clock } = deps;
  const system = systemCaller();
  if (!users.has('atmb')) return;
  const now = clock().getTime();
  const begun = Math.floor((now - 15 * minuteMs) / (5 * minuteMs)) * 5 * minuteMs;
  const running = {
    startTime: new Date(begun).toISOString(),
    endTime: new Date(begun + hourMs).toISOString(),
  };
  const some = await sql
    .selectFrom('meeting')
    .select(['id', 'title', 'state', 'endTime', 'version'])
    .where('deletedAt', 'is', null)
    .execute();
  const today = some.find(({ title, state }) => runningTitle.startsWith(title) && state === 'held');
  if (today && Date.parse(today.endTime) < now)
    await records.transaction((transaction) =>
      records.update(
        system,
        'meeting',
        today.id,
        today.version,
        { ...running, startedAt: running.startTime },
        transaction,
      ),
    );
  if (some.length > 0) return;
  const idOf = (name: string) => users.get(name) ?? 0;
  const names = await sql
    .selectFrom('user')
    .select(['id', 'name', 'userName'])
    .where('id', 'in', [...users.values()])
    .execute();
  const nameOf = (id: number) => names.find((one) => one.id === id)?.name ?? `#${id}`;
  /** Today at this hour of Beijing, so many days from now. */
  const at = (days: number, hour: number) =>
    new Date(
      Math.floor((now + 8 * hourMs) / dayMs) * dayMs + days * dayMs + (hour - 8) * hourMs,
    ).toISOString();
  const day = (days: number) => at(days, 8).slice(0, 10);

  async function make(
    values: Pick<Meeting, 'title' | 'state' | 'startTime' | 'endTime' | 'place'>,
    people: string[],
    answers: Record<string, 'yes' | 'no'>,
  ): Promise<MeetingRecord> {
    const [convenor = ''] = people;
    return records.transaction(async (transaction) => {
      const begun = values.state !== 'called';
      const meeting = await records.create(
        system,
        'meeting',
        {
          ...values,
          convenor: idOf(convenor),
          convenorName: nameOf(idOf(convenor)),
          people: people.map(idOf),
          agenda,
          ...(begun ? { startedAt: values.startTime } : {}),
        },
        transaction,
      );
      for (const person of people) {
        const answer = person === convenor ? ('yes' as const) : (answers[person] ?? ('none' as const));
        const own = { meeting: meeting.id, user: idOf(person), userName: nameOf(idOf(person)), answer };
        await records.create(
          system,
          'meetingPerson',
          { ...own, present: begun && answer === 'yes' },
          transaction,
        );
      }
      return meeting;
    });
  }

  /** What people wrote, as the shared document of the minutes. */
  function documentOf(written: Record<string, Written>): Y.Doc {
    const doc = new Y.Doc();
    for (const [item, { notes, decisions, tasks }] of Object.entries(written)) {
      notesOf(doc, item).insert(0, notes);
      for (const [index, text] of decisions.entries())
        addEntry(doc, 'decisions', item, `${item}-${index}`, text);
      for (const [index, { text, who, inDays }] of tasks.entries()) {
        const entry = addEntry(doc, 'tasks', item, `${item}-${index}`, text);
        entry.set('who', idOf(who));
        entry.set('due', day(inDays));
      }
    }
    return doc;
  }

  /** The minutes of a meeting, as its people wrote and submitted them. */
  async function write(
    meeting: MeetingRecord,
    written: Record<string, Written>,
    approvals: Record<string, Approval['decision']>,
  ): Promise<void> {
    const doc = documentOf(written);
    const items = contentOf(doc, agenda);
    const submittedAt = new Date(Date.parse(meeting.endTime) + hourMs).toISOString();
    const approved = Object.values(approvals).every((decision) => decision === 'approved');
    await records.transaction(async (transaction) => {
      await appendUpdate(transaction.sql, meeting.id, encode(Y.encodeStateAsUpdate(doc)));
      await records.create(
        system,
        'meetingMinutes',
        {
          meeting: meeting.id,
          number: 1,
          state: approved ? 'approved' : 'review',
          content: contentFor(meeting, await peopleOf(transaction.sql, meeting.id), items),
          submittedBy: meeting.convenor,
          submittedName: meeting.convenorName,
          submittedAt,
          ...(approved ? { decidedAt: submittedAt } : {}),
          approvals: Object.entries(approvals).map(([name, decision]) => ({
            user: idOf(name),
            name: nameOf(idOf(name)),
            decision,
            ...(decision === 'none' ? {} : { at: submittedAt }),
          })),
        },
        transaction,
      );
      if (!approved) return;
      await records.update(system, 'meeting', meeting.id, meeting.version, { minutesNumber: 1 }, transaction);
      const people = await peopleOf(transaction.sql, meeting.id);
      await settleTasks(records, transaction, { meeting, items, people, caller: system });
    });
  }

  const { id: held } = await make(
    { title: runningTitle, state: 'held', ...running, place: '塔台一号会议室 / Tower, room 1' },
    ['atmb', 'operator', 'operator2', 'aiw'],
    { operator: 'yes', aiw: 'yes' },
  );
  const notes = documentOf({
    flights: {
      notes: '上午 8 架次已完成，下午 6 架次。 / 8 sorties done this morning, 6 this afternoon.',
      decisions: [],
      tasks: [],
    },
    airspace: {
      notes:
        '15:00 后有雷雨过境，2 号空域可能提前关闭。 / Thunderstorms after 15:00, area 2 may close early.',
      decisions: ['雷雨期间不再放行新的训练飞行 / No new training flights during the thunderstorm'],
      tasks: [
        { text: '通知在飞机组提前返场 / Tell airborne crews to return early', who: 'operator', inDays: 0 },
      ],
    },
  });
  await appendUpdate(sql, held, encode(Y.encodeStateAsUpdate(notes)));
  await make(
    {
      title: '周运行协调会（演示） / Weekly operations meeting (demo)',
      state: 'called',
      startTime: at(1, 10),
      endTime: at(1, 11),
      place: '塔台一号会议室 / Tower, room 1',
    },
    ['atmb', 'operator', 'operator2', 'agent', 'aiw'],
    { operator: 'yes', aiw: 'yes', agent: 'no' },
  );
  const review = await make(
    {
      title: '空域关闭协调会（演示） / Airspace closure meeting (demo)',
      state: 'review',
      startTime: at(-1, 15),
      endTime: at(-1, 16),
      place: '视频会议 / Video call',
    },
    ['atmb', 'operator', 'aiw'],
    { operator: 'yes', aiw: 'yes' },
  );
  await write(
    review,
    {
      flights: {
        notes: '周三、周四共 14 架次，集中在上午。 / 14 sorties on Wednesday and Thursday, mostly mornings.',
        decisions: [],
        tasks: [],
      },
      airspace: {
        notes:
          '消防演练占用 2 号空域，时间为周三 09:00 至 12:00。 / Fire drill in area 2, Wednesday 09:00 to 12:00.',
        decisions: [
          '周三 09:00–12:00 关闭 2 号空域 / Area 2 closed Wednesday 09:00–12:00',
          '农林作业改在 1 号空域进行 / Agricultural flights move to area 1',
        ],
        tasks: [{ text: '发布 2 号空域关闭通告 / Publish the closure of area 2', who: 'aiw', inDays: 1 }],
      },
    },
    { atmb: 'approved', operator: 'none', aiw: 'none' },
  );
  const closed = await make(
    {
      title: '低空目视航线安全会（演示） / VFR route safety meeting (demo)',
      state: 'approved',
      startTime: at(-4, 9),
      endTime: at(-4, 10),
      place: '塔台一号会议室 / Tower, room 1',
    },
    ['atmb', 'operator', 'operator2', 'aiw'],
    { operator: 'yes', aiw: 'yes', operator2: 'no' },
  );
  await write(
    closed,
    {
      safety: {
        notes:
          '近期两起高度偏差，均发生在目视航线交叉点附近。 / Two recent altitude deviations, both near the route crossing.',
        decisions: ['交叉点以北统一保持真高 300 米 / North of the crossing all fly at 300 m AGL'],
        tasks: [
          {
            text: '向全体机组讲解交叉点高度规定 / Brief all crews on altitudes at the crossing',
            who: 'operator',
            inDays: 1,
          },
          { text: '核对监视系统的高度告警参数 / Check the altitude alert settings', who: 'aiw', inDays: -1 },
        ],
      },
    },
    { atmb: 'approved', operator: 'approved', aiw: 'approved' },
  );
}
