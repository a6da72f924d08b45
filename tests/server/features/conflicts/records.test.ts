import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { systemCaller } from '#server/kernel/caller.ts';
import { anyTables } from '#tests/support/database.ts';
import { refusalOf } from '#tests/support/engine.ts';
import { amsl, planOfCompany } from '#tests/support/plan-acts.ts';
import { type PlanWorld, startPlanWorld } from '#tests/support/plan-world.ts';

interface Finding {
  level: string;
  code: string;
  rule: string;
  field: string;
  message: string;
}

let world: PlanWorld;
beforeAll(async () => {
  world = await startPlanWorld();
});
afterAll(() => world.close());
beforeEach(() => world.setClock('2026-11-20T10:00:00+08:00'));

const std = (value: number) => ({ value, unit: 'm', reference: 'STD' });
const eastward = {
  type: 'LineString',
  coordinates: [
    [104.33, 31.1],
    [104.7, 31.1],
  ],
};
const home = () => world.demo.airports.get('ZUGH|') ?? 0;
const craft = () => world.demo.aircraft.get('B-10QA') ?? 0;
const pilot = () => world.demo.pilots.get('高翔') ?? 0;

const planOf = (task: object = {}) =>
  planOfCompany(world, 'yunyi', {
    geometry: eastward,
    corridorWidthM: null,
    lower: amsl(1_200),
    upper: amsl(1_500),
    ...task,
  });

/** What both languages say of one code: level, field, rule and message of the first, and the message of the other. */
async function say(code: string, task: object = {}) {
  const found = async (locale: 'zh-Hans' | 'en') => {
    const { findings } = (await world.call(
      { ...world.operator, locale },
      'Navigation/CheckErrors',
      planOf(task),
    )) as { findings: Finding[] };
    return findings.filter((one) => one.code === code);
  };
  const [chinese, english] = [await found('zh-Hans'), await found('en')];
  return english.map(({ level, field, rule, message }, index) => ({
    level,
    field,
    rule,
    message,
    chinese: chinese[index]?.message,
  }));
}

/** Changes a row for the time of a test, and puts back what was there. */
async function withRow<T>(
  table: string,
  id: number,
  values: Record<string, unknown>,
  work: () => Promise<T>,
): Promise<T> {
  const sql = anyTables(world.sql);
  const before = await sql
    .selectFrom(table)
    .select(Object.keys(values))
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const set = (to: Record<string, unknown>) => sql.updateTable(table).set(to).where('id', '=', id).execute();
  await set(values);
  try {
    return await work();
  } finally {
    await set(before);
  }
}

describe('CheckErrors asks the records', () => {
  test('with all in order it finds nothing', async () => {
    const answer = (await world.call(world.operator, 'Navigation/CheckErrors', planOf())) as {
      ok: boolean;
      findings: Finding[];
    };
    expect([answer.ok, answer.findings]).toEqual([true, []]);
  });

  test('an aerodrome that is closed, and one outside its hours', async () => {
    const closed = await withRow('airport', home(), { status: 'closed' }, () => say('aerodrome.closed'));
    expect(closed).toMatchObject([
      {
        level: 'error',
        field: 'tasks.0.departure',
        rule: 'The aerodrome is open when it is used',
        message: expect.stringContaining(' is closed'),
        chinese: expect.stringMatching(/^广汉机场 已关闭（2026-11-21 10:00 CST；.+）$/),
      },
      { level: 'error', field: 'tasks.0.destination' },
    ]);
    // Lands at 11:00 in Beijing.
    const hours = await withRow('airport', home(), { hours: '0800-1030' }, () => say('aerodrome.hours'));
    expect(hours).toMatchObject([
      {
        level: 'warning',
        field: 'tasks.0.destination',
        message: expect.stringContaining('0800-1030'),
        chinese: expect.stringMatching(
          /^广汉机场 仅在 0800-1030 CST 开放，2026-11-21 11:00 CST 不在开放时间内/,
        ),
      },
    ]);
  });

  test('a point whose validity is over on the day', async () => {
    const position = { type: 'Point', coordinates: [104.5, 30.95] };
    const values = { name: '临时起降点', code: 'TMP1', kind: 'field', position };
    const { id } = await world.records.untyped.create(systemCaller(), 'takeoffLandingPoint', {
      ...values,
      company: world.demo.companies.yunyi,
      validFrom: '2026-01-01',
      validTo: '2026-11-20',
    });
    const task = { departure: null, departurePoint: id };
    expect(await say('aerodrome.closed', task)).toMatchObject([
      {
        level: 'error',
        field: 'tasks.0.departurePoint',
        chinese: '临时起降点 已关闭（2026-11-21 10:00 CST；临时起降点）',
      },
    ]);
    // Its last day itself still counts.
    expect(
      await withRow('takeoffLandingPoint', id, { validTo: '2026-11-21' }, () =>
        say('aerodrome.closed', task),
      ),
    ).toEqual([]);
  });

  test('a level of the wrong half of the compass, by standard pressure', async () => {
    const wrong = { lower: std(1_200), upper: std(1_200) };
    expect(await say('levels.hemispheric', wrong)).toMatchObject([
      {
        level: 'warning',
        field: 'tasks.0.upper',
        rule: expect.stringContaining('art. 80'),
        message: 'No level for the true track 090° lies within the limits; the nearest are 900 m, 1500 m',
        chinese: expect.stringContaining('900 m, 1500 m'),
      },
    ]);
    expect(await say('levels.hemispheric', { lower: std(1_500), upper: std(1_500) })).toEqual([]);
  });

  test('a safe altitude over the ground that is known, by sea level and by the aerodrome', async () => {
    // Guanghan lies at 1,531 ft, 467 m.
    expect(await say('levels.safe', { lower: amsl(800), upper: amsl(1_500) })).toMatchObject([
      {
        level: 'warning',
        field: 'tasks.0.lower',
        rule: expect.stringContaining('art. 82'),
        message: expect.stringMatching(/800 m AMSL is below the safe altitude of \d+ m AMSL/),
        chinese: expect.stringContaining('低于已知标高'),
      },
    ]);
    const qfe = (value: number) => ({ value, unit: 'm', reference: 'QFE' });
    expect(await say('levels.safe', { lower: qfe(300), upper: qfe(900) })).toHaveLength(1);
    expect(await say('levels.safe', { lower: qfe(800), upper: qfe(900) })).toEqual([]);
  });

  test('papers and medicals that are valid today but not on the day of flight', async () => {
    expect(
      await withRow('aircraft', craft(), { insuranceExpiry: '2026-11-20' }, () => say('papers.expired')),
    ).toMatchObject([
      {
        level: 'error',
        field: 'tasks.0.aircraft',
        message: expect.stringContaining('2026-11-20'),
        chinese: expect.stringContaining('2026-11-20'),
      },
    ]);
    expect(
      await withRow('pilot', pilot(), { medicalExpiry: '2026-11-20' }, () => say('papers.expired')),
    ).toMatchObject([{ level: 'error', field: 'tasks.0.pilots.0' }]);
    expect(
      await withRow('pilot', pilot(), { medicalExpiry: '2026-11-21' }, () => say('papers.expired')),
    ).toEqual([]);
  });

  test('a pilot without the rating, an operator without certification', async () => {
    const { rows } = await world.database.pool.query(
      'select target_id from pilot_type_ratings where owner_id = $1',
      [pilot()],
    );
    const other = await world.sql
      .selectFrom('aircraftType')
      .select('id')
      .where(
        'id',
        'not in',
        rows.map((row) => Number(row.target_id)),
      )
      .orderBy('id')
      .executeTakeFirstOrThrow();
    expect(
      await withRow('aircraft', craft(), { type: Number(other.id) }, () => say('pilot.notRated')),
    ).toMatchObject([
      {
        level: 'error',
        field: 'tasks.0.pilots.0',
        message: expect.stringContaining('高翔'),
        chinese: expect.stringContaining('高翔'),
      },
    ]);
    expect(
      await withRow('company', world.demo.companies.yunyi, { examineState: 0 }, () =>
        say('company.notCertified'),
      ),
    ).toMatchObject([{ level: 'error', field: 'company', chinese: expect.any(String) }]);
  });

  test('more than the horizon ahead, by the parameter', async () => {
    const far = { etd: '2026-12-22T02:00:00Z', eta: '2026-12-22T03:00:00Z' };
    expect(await say('horizon', far)).toMatchObject([
      {
        level: 'error',
        field: 'tasks.0.etd',
        message: 'Departure is more than 30 days ahead',
        chinese: '起飞时间超过可申报的 30 天',
      },
    ]);
    expect(await say('horizon', { etd: '2026-12-20T01:00:00Z', eta: '2026-12-20T02:00:00Z' })).toEqual([]);
    const key = 'plan.horizonDays';
    const row = await world.sql
      .selectFrom('parameter')
      .selectAll()
      .where('key', '=', key)
      .executeTakeFirstOrThrow();
    const { id, version } = row;
    const changed = await world.records.update(systemCaller(), 'parameter', Number(id), Number(version), {
      value: '40',
    });
    expect(await say('horizon', far)).toEqual([]);
    await world.records.update(systemCaller(), 'parameter', Number(id), Number(changed.version), {
      value: '30',
    });
  });
});

describe('an aircraft and its pilot are in one place at a time', () => {
  test('by the time for which its release was asked', async () => {
    const { items } = (await world.call(world.operator, 'Navigation/SaveNAircrafts', {
      plans: [planOf()],
      submit: true,
    })) as { items: { id: number }[] };
    const id = items[0]?.id ?? 0;
    const elsewhere = {
      geometry: { type: 'Point', coordinates: [105.9, 31.8] },
      etd: '2026-11-21T03:00:00Z',
      eta: '2026-11-21T04:00:00Z',
    };
    expect(await say('aircraft.booked', elsewhere)).toEqual([]);
    await withRow('plan', id, { realEtd: '2026-11-21T02:40:00Z' }, async () => {
      expect(await say('aircraft.booked', elsewhere)).toMatchObject([
        { level: 'error', field: 'tasks.0.aircraft', message: expect.stringContaining('B-10QA') },
      ]);
      expect(await say('pilot.booked', elsewhere)).toMatchObject([{ field: 'tasks.0.pilots.0' }]);
    });
    await world.sql.updateTable('plan').set({ state: 12 }).where('id', '=', id).execute();
  });

  test('with another plan that is submitted with it, however far away, and neither is kept', async () => {
    const far = { geometry: { type: 'Point', coordinates: [105.9, 31.8] }, etd: '2026-11-21T02:30:00Z' };
    const mission = 'the two at once';
    const { extra, text } = await refusalOf(
      world.call(world.operator, 'Navigation/SaveNAircrafts', {
        plans: [
          { ...planOf(), mission },
          { ...planOf({ ...far, eta: '2026-11-21T03:30:00Z' }), mission },
        ],
        submit: true,
      }),
    );
    expect(text.key).toBe('plan.refused.findings');
    expect(extra.fields?.map(({ field }) => field)).toEqual(['tasks.0.aircraft', 'tasks.0.pilots.0']);
    const stored = await world.sql.selectFrom('plan').select('id').where('mission', '=', mission).execute();
    expect(stored).toEqual([]);
  });

  test('and is free again once the plan that had it is withdrawn', async () => {
    const { items } = (await world.call(world.operator, 'Navigation/SaveNAircrafts', {
      plans: [planOf()],
      submit: true,
    })) as { items: { id: number }[] };
    expect(await say('pilot.booked')).toMatchObject([{ field: 'tasks.0.pilots.0' }]);
    await world.call(world.operator, 'Navigation/BackNAircraft', { id: items[0]?.id ?? 0 });
    expect(await say('pilot.booked')).toEqual([]);
    expect(await say('aircraft.booked')).toEqual([]);
  });
});
