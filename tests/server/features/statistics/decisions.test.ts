import { text } from 'node:stream/consumers';
import { sql as raw } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { InputOf, OutputOf } from '#contract/services.ts';
import { type DocumentKind, documentKinds } from '#domain/approvals/flow.ts';
import { abilityOf } from '#domain/identity/access.ts';
import { spanOf } from '#domain/plans/report-period.ts';
import { cellAt } from '#domain/statistics/heat-cells.ts';
import { partOfFigure, type WorkMeasures, workFigures } from '#domain/statistics/measures.ts';
import { packPositions } from '#domain/surveillance/recording/positions.ts';
import { formatWall } from '#domain/time/wall-clock.ts';
import { resources } from '#resources';
import { makePartition, makeRecordingTables } from '#server/features/recording/recording-tables.ts';
import { FileAnswer } from '#server/http/service.ts';
import type { Caller } from '#server/kernel/caller.ts';
import { callerWith, refusalOf } from '#tests/support/engine.ts';
import { type PlanWorld, startPlanWorld } from '#tests/support/plan-world.ts';

/** Each figure of the service's work leads to the very decisions that it counts, whoever asks. */

type Work = OutputOf<'Statistics', 'GetWork'>;
type Decisions = OutputOf<'Statistics', 'GetDecisions'>;

let world: PlanWorld;
let callers: { name: string; caller: Caller }[] = [];
let people: number[] = [];
const whole = { period: 'custom', from: '2026-08-01', to: '2026-11-30' } as const;
const minute = 60_000;
const iso = (at: number) => new Date(at).toISOString();

/** Repeats itself. */
let seed = 7;
function random(below: number): number {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
  return Math.floor((seed / 2_147_483_648) * below);
}
const pick = <T>(list: readonly T[]): T => {
  const one = list[random(list.length)];
  if (one === undefined) throw new Error('nothing to pick from');
  return one;
};

async function addPlan(company: number, coverageIds: number[], decideBy: string): Promise<number> {
  const { id } = await world.sql
    .insertInto('plan')
    .values({
      planNumber: `D${random(1e9)}`,
      urgency: 'normal',
      missionType: [...world.demo.missionTypes.values()][0] ?? 0,
      kind: 'quick',
      state: 4,
      company,
      coverageIds,
      startTime: decideBy,
      endTime: decideBy,
      decideBy,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

async function addFlow(
  kind: DocumentKind,
  document: number,
  company: number,
  submittedAt: number,
  running: boolean,
): Promise<number> {
  const { id: flowVersion } = await world.sql
    .selectFrom('flowVersion')
    .select('id')
    .limit(1)
    .executeTakeFirstOrThrow();
  const { id } = await world.sql
    .insertInto('flowInstance')
    .values({
      flowVersion,
      documentKind: kind,
      documentResource: kind === 'release' ? 'plan' : kind,
      documentId: document,
      company,
      state: running ? 'running' : 'approved',
      stepIndex: 0,
      submittedAt: iso(submittedAt),
      stepStartedAt: iso(submittedAt),
      stepDueAt: random(3) === 0 ? null : iso(submittedAt + random(60) * 1_440 * minute),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

beforeAll(async () => {
  world = await startPlanWorld();
  const { sql, demo } = world;
  await makeRecordingTables(sql);
  world.setClock('2026-11-25T04:00:00Z');
  const companies = [demo.companies.yunyi, demo.companies.shuxiang, demo.companies.xiling];
  const [area = 1] = world.atmb.actor.coverageIds;
  people = ['atmb', 'aiw'].map((name) => demo.users.get(name) ?? 0);
  const aircraft = await sql.selectFrom('aircraft').select(['id', 'company']).limit(5).execute();
  for (let index = 0; index < 90; index += 1) {
    const kind = pick(['plan', 'plan', 'release', 'aircraft', 'company'] as const);
    const submittedAt = Date.parse('2026-08-01T00:00:00Z') + random(110 * 1_440) * minute;
    const craft = pick(aircraft);
    const company = kind === 'aircraft' ? Number(craft.company) : pick(companies);
    const document =
      kind === 'aircraft'
        ? craft.id
        : kind === 'company'
          ? company
          : await addPlan(
              company,
              [area, 9_999].filter(() => random(2) === 0),
              iso(submittedAt + random(900) * minute),
            );
    const flowInstance = await addFlow(kind, document, company, submittedAt, random(4) === 0);
    let at = submittedAt;
    for (let step = 0; step <= random(3); step += 1) {
      at += random(700) * minute;
      await sql
        .insertInto('approval')
        .values({
          flowInstance,
          company,
          stepIndex: step,
          decision: pick(['approve', 'approve', 'reject', 'return', 'reassign'] as const),
          decidedBy: random(5) === 0 ? null : pick(people),
          decidedAt: iso(at),
          deletedAt: random(12) === 0 ? iso(at) : null,
        })
        .execute();
    }
    // What is in the trash was decided on all the same.
    if (kind === 'plan' && random(8) === 0)
      await sql
        .updateTable('plan')
        .set({ deletedAt: iso(at) })
        .where('id', '=', document)
        .execute();
  }
  const service = (change: Partial<Caller['actor']>) =>
    callerWith(resources, {
      ...world.operator.actor,
      ...change,
      permissions: [...world.operator.actor.permissions, 'Pages.Statistics.NavigationFSS'],
    });
  callers = [
    { name: 'an administrator', caller: world.admin },
    { name: 'a body with an area', caller: world.atmb },
    { name: 'a company', caller: service({}) },
    {
      name: 'an agent of two',
      caller: service({ companyId: null, companyIds: [demo.companies.yunyi, demo.companies.xiling] }),
    },
  ];
});
afterAll(() => world.close());

const work = async (caller: Caller, request: InputOf<'Statistics', 'GetWork'> = whole) =>
  (await world.call(caller, 'Statistics/GetWork', request)) as Work;
const decisions = async (caller: Caller, request: InputOf<'Statistics', 'GetDecisions'>) =>
  (await world.call(caller, 'Statistics/GetDecisions', {
    ...whole,
    maxResultCount: 1_000,
    ...request,
  })) as Decisions;

/** Of every measure of a sum, the list that its figures lead to. */
async function compare(
  caller: Caller,
  sum: WorkMeasures,
  request: InputOf<'Statistics', 'GetDecisions'>,
): Promise<void> {
  for (const part of ['decisions', 'approved', 'refused', 'clocked', 'inTime'] as const) {
    const list = await decisions(caller, { ...request, part });
    expect([request, part, list.totalCount]).toEqual([request, part, sum[part]]);
    expect(list.items.length).toBe(list.totalCount);
    if (part === 'decisions') {
      const waited = list.items.reduce((all, one) => all + one.waitMinutes, 0);
      expect(Math.abs(waited - sum.waitMinutes)).toBeLessThan(0.1);
    }
  }
}

describe('a figure leads to what it counts', () => {
  test('as a whole, by person, by kind, by day, of companies alone, for everybody', async () => {
    const totals: number[] = [];
    for (const { caller } of callers) {
      const answer = await work(caller);
      totals.push(answer.totals.decisions);
      expect(answer.totals.decisions).toBeGreaterThan(5);
      await compare(caller, answer.totals, {});
      for (const person of answer.people) await compare(caller, person, { person: person.id ?? 0 });
      for (const { kind, ...sum } of answer.kinds) await compare(caller, sum, { kind });
      const busy = answer.series.filter((point) => point.decisions > 0)[1];
      if (!busy) throw new Error('nothing was decided');
      const days = spanOf('week', busy.key);
      const [, from] = [days.from, whole.from].sort();
      await compare(caller, busy, { from, to: days.to });
      const companies = [world.demo.companies.yunyi];
      await compare(caller, (await work(caller, { ...whole, companies })).totals, { companies });
    }
    // Each sees fewer than an administrator: what one may not see is in no sum, and in no list.
    for (const total of totals.slice(1)) expect(total).toBeLessThan(totals[0] ?? 0);
  });

  test('of a period beside others', async () => {
    for (const { caller } of callers) {
      for (const unit of ['Month', 'Quarter', 'Year'] as const) {
        const { items } = (await world.call(caller, `Mobile/Fss${unit}Statistics`, {
          year: 2026,
        })) as OutputOf<'Mobile', 'FssMonthStatistics'>;
        for (const { from, to, work: sum } of items)
          if (sum.decisions > 0) await compare(caller, sum, { period: 'custom', from, to });
      }
    }
  });

  test('rows are those of the documents that the caller may read, whatever is asked for', async () => {
    const area = world.atmb.actor.coverageIds;
    const { rows } = await raw<{ id: number }>`
      select a.id from approval a join flow_instance f on f.id = a.flow_instance
        left join plan p on f.document_resource = 'plan' and p.id = f.document_id
      where a.deleted_at is null and (p.id is null or p.coverage_ids && ${area}::bigint[])
        and a.decided_at >= '2026-07-31T16:00:00Z' and a.decided_at < '2026-11-30T16:00:00Z'`.execute(
      world.sql,
    );
    const list = await decisions(world.atmb, {});
    expect(list.items.map(({ id }) => id).sort()).toEqual(rows.map(({ id }) => id).sort());
    expect(list.items.some(({ name }) => name === null)).toBe(true);
    expect(list.items.some(({ name }) => name?.startsWith('D'))).toBe(true);
    const at = list.items.map(({ decidedAt }) => Date.parse(decidedAt));
    expect(at).toEqual([...at].sort((a, b) => b - a));
    const page = await decisions(world.atmb, { skipCount: 3, maxResultCount: 2 });
    expect(page.items).toEqual(list.items.slice(3, 5));
    expect(page.totalCount).toBe(list.totalCount);
    const [person = 0] = people;
    expect((await decisions(world.atmb, { person })).personName).toBe('GU Ping');
    const company = callers[2]?.caller;
    if (!company) throw new Error('no caller');
    const others = [world.demo.companies.shuxiang];
    expect((await decisions(company, { companies: others })).totalCount).toBe(0);
  });

  test('who is shown rows of a type by anything else has none of it in either', async () => {
    const own: Caller = {
      ...world.atmb,
      ability: abilityOf([
        { action: 'read', subject: 'plan', conditions: { createdBy: 77 } },
        { action: 'read', subject: 'aircraft' },
      ]),
    };
    const answer = await work(own);
    expect(answer.kinds.map(({ kind }) => kind)).toEqual(['aircraft']);
    await compare(own, answer.totals, {});
  });

  test('what waits, and what of it is overdue', async () => {
    for (const { caller } of callers) {
      const { waiting } = await work(caller);
      expect(waiting.some(({ count }) => count > 0)).toBe(true);
      for (const { kind, count, overdue } of waiting) {
        for (const [only, expected] of [
          [false, count],
          [true, overdue],
        ] as const) {
          const list = (await world.call(caller, 'Statistics/GetWaiting', {
            kind,
            overdue: only,
          })) as OutputOf<'Statistics', 'GetWaiting'>;
          expect([kind, only, list.totalCount]).toEqual([kind, only, expected]);
          expect(list.items.length).toBe(expected);
          if (only) expect(list.items.every(({ isOverdue }) => isOverdue)).toBe(true);
        }
      }
      const all = (await world.call(caller, 'Statistics/GetWaiting')) as OutputOf<'Statistics', 'GetWaiting'>;
      expect(all.totalCount).toBe(waiting.reduce((sum, { count }) => sum + count, 0));
      expect(all.items.every(({ name }) => name !== null)).toBe(true);
    }
  });

  test('under the permission of the figure, and no other', async () => {
    for (const path of [
      'GetWork',
      'GetDecisions',
      'GetWaiting',
      'ExportDecisions',
      'ExportWaitingCsv',
      'ExportWork',
      'ExportPeriodsCsv',
    ]) {
      const input =
        path === 'ExportWork' ? { table: 'people' } : path === 'ExportPeriodsCsv' ? { unit: 'year' } : {};
      const refused = await refusalOf(world.call(world.operator, `Statistics/${path}`, input));
      expect([path, refused.code]).toEqual([path, 'forbidden']);
    }
  });
});

describe('a table as a file', () => {
  /** Lines of the file, the head first. */
  async function linesOf(caller: Caller, path: string, input: object): Promise<string[][]> {
    const method = world.statistics.service.methods.find(({ name }) => name === path);
    const answer = await method?.handle(input, caller);
    if (!(answer instanceof FileAnswer)) throw new Error('no file');
    return (await text(answer.file.stream))
      .replace('\ufeff', '')
      .trim()
      .split('\r\n')
      .map((line) => line.split(','));
  }

  test('has the figures of the table, of the caller alone', async () => {
    for (const { caller } of callers) {
      const answer = await work(caller);
      const persons = await linesOf(caller, 'ExportWorkCsv', { ...whole, table: 'people' });
      expect(persons[0]?.length).toBe(workFigures.length + 1);
      expect(persons.slice(1).map(([, count]) => Number(count))).toEqual(
        answer.people.map(({ decisions: count }) => count),
      );
      const kinds = await linesOf(caller, 'ExportWorkCsv', { ...whole, table: 'kinds' });
      expect(kinds.slice(1).map((cells) => Number(cells[2]))).toEqual(
        answer.kinds.map(({ approved }) => approved),
      );
      const time = await linesOf(caller, 'ExportWorkCsv', { ...whole, table: 'time' });
      expect(time.slice(1).map(([key]) => key)).toEqual(answer.series.map(({ key }) => key));
      const waiting = await linesOf(caller, 'ExportWorkCsv', { ...whole, table: 'waiting' });
      expect(waiting.slice(1).map(([, count]) => Number(count))).toEqual(
        answer.waiting.map(({ count }) => count),
      );
      const periods = await linesOf(caller, 'ExportPeriodsCsv', { unit: 'quarter', year: 2026 });
      expect(periods.map(([key]) => key).slice(1)).toEqual(['2026-Q1', '2026-Q2', '2026-Q3', '2026-Q4']);
      // Each stands beside the one before it.
      expect(periods[4]?.at(-2)).toBe(periods[3]?.[1]);
    }
    expect(documentKinds.length).toBe(6);
    expect(partOfFigure.inTimeRate).toBe('clocked');
  });

  test('a list is whole in its file, with the very rows that the caller is shown', async () => {
    const wall = (at: string | null) => (at === null ? '' : formatWall(Date.parse(at), 'Asia/Shanghai'));
    for (const { caller } of callers) {
      const english: Caller = { ...caller, locale: 'en' };
      const chinese: Caller = { ...caller, locale: 'zh-Hans' };
      for (const filter of [{}, { person: 0 }, { kind: 'plan', part: 'late' }] as const) {
        const { items } = await decisions(english, filter);
        const [head, ...lines] = await linesOf(english, 'ExportDecisionsCsv', {
          ...whole,
          ...filter,
        });
        expect(head).toEqual([
          'Decided',
          'Document',
          'Record',
          'Decision',
          'Person',
          'Wait (min)',
          'Due by law',
          'Late',
        ]);
        expect(
          lines.map(([at, , record, , , wait, due, late]) => [at, record, Number(wait), due, late]),
        ).toEqual(
          items.map((one) => [
            wall(one.decidedAt),
            one.name ?? `#${one.document} (deleted)`,
            Math.round(one.waitMinutes * 1000) / 1000,
            wall(one.decideBy),
            one.inTime === null ? '' : one.inTime ? 'No' : 'Yes',
          ]),
        );
      }
      for (const overdue of [false, true]) {
        const { items } = (await world.call(chinese, 'Statistics/GetWaiting', {
          overdue,
          maxResultCount: 1_000,
        })) as OutputOf<'Statistics', 'GetWaiting'>;
        const [head, ...lines] = await linesOf(chinese, 'ExportWaitingCsv', { overdue });
        expect(head).toEqual(['文件类别', '审批对象', '等待自', '应办结', '超时']);
        expect(lines.map(([, ...cells]) => cells)).toEqual(
          items.map((one) => [one.name, wall(one.since), wall(one.dueAt), one.isOverdue ? '是' : '否']),
        );
      }
    }
    const { items } = await decisions(world.admin, {});
    expect(items.length).toBeGreaterThan(50);
  });

  test('of Excel is one too', async () => {
    const method = world.statistics.service.methods.find(({ name }) => name === 'ExportWork');
    const answer = await method?.handle({ ...whole, table: 'people' }, world.atmb);
    if (!(answer instanceof FileAnswer)) throw new Error('no file');
    expect(answer.file.name).toMatch(/2026-08-01-2026-11-30.*\.xlsx$/);
    expect((await text(answer.file.stream)).startsWith('PK')).toBe(true);
  });
});

test('a heat map of tracks obeys the filters of the page, and has the plans of the caller alone', async () => {
  const { yunyi, shuxiang } = world.demo.companies;
  const day = '2026-11-20';
  await makePartition(world.sql, day);
  const [area = 1] = world.atmb.actor.coverageIds;
  const plans = [
    await addPlan(yunyi, [area], `${day}T02:00:00Z`),
    await addPlan(shuxiang, [area], `${day}T02:00:00Z`),
    await addPlan(yunyi, [9_999], `${day}T02:00:00Z`),
  ];
  for (const [index, plan] of [...plans, null].entries()) {
    const at = Date.parse(`${day}T02:00:00Z`);
    const position = {
      at,
      latitude: 30.5,
      longitude: 104.02 + index / 2,
      isCoasting: false,
      pressureAltitudeM: null,
      geometricAltitudeM: null,
      amslAltitudeM: null,
      groundSpeedMps: null,
      trackDeg: null,
      verticalRateMps: null,
      onGround: false,
    };
    await raw`
      insert into track_minute (minute, track, source_id, plan_id, west, south, east, north, positions, data)
      values (${iso(at)}::timestamptz, ${`t${index}`}, 1, ${plan}, 104, 30, 106, 31, 1, ${Buffer.from(packPositions([position]))})`.execute(
      world.sql,
    );
  }
  const boxBetween = (west: number, east: number) => ({
    type: 'Polygon',
    coordinates: [
      [
        [west, 30],
        [east, 30],
        [east, 31],
        [west, 31],
        [west, 30],
      ],
    ],
  });
  const heat = async (caller: Caller, companies: number[], from = day) => {
    const answer = await world.call(caller, 'Statistics/GetHeat', {
      period: 'day',
      from,
      of: 'tracks',
      companies,
    });
    return (answer as OutputOf<'Statistics', 'GetHeat'>).cells.map(([x]) => x).sort();
  };
  expect(await heat(world.admin, [yunyi])).toEqual([104, 105]);
  expect(await heat(world.admin, [shuxiang])).toEqual([104.5]);
  expect(await heat(world.admin, [yunyi], '2026-11-19')).toEqual([]);
  const watching: Caller = {
    ...world.atmb,
    actor: {
      ...world.atmb.actor,
      permissions: [...world.atmb.actor.permissions, 'Pages.FlightWatch.Trackreplay'],
    },
  };
  expect(await heat(watching, [yunyi])).toEqual([104]);
  // All tracks, those without a plan too: only where the unit's area lies.
  await world.sql
    .updateTable('organizationUnit')
    .set({ area: JSON.stringify(boxBetween(104.4, 104.7)) })
    .where('id', '=', area)
    .execute();
  await world.areas.refresh();
  await raw`insert into track_heat (day, cell, positions) values (${day}, ${cellAt(104.02, 30.5)}, 1), (${day}, ${cellAt(104.52, 30.5)}, 1)`.execute(
    world.sql,
  );
  expect(await heat(world.admin, [])).toEqual([104, 104.5]);
  expect(await heat(watching, [])).toEqual([104.5]);
});
