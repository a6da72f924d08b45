import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { parseMessage } from '#domain/messages/message.ts';
import { textIn } from '#domain/text/locales/text-in.ts';
import { systemCaller } from '#server/kernel/caller.ts';
import { refusalOf } from '#tests/support/engine.ts';
import { type MessageWorld, startMessageWorld } from '#tests/support/message-world.ts';

let on: MessageWorld;
beforeAll(async () => {
  on = await startMessageWorld();
});
afterAll(() => on.close());
afterEach(() => on.clear());

const textsOf = async (plan: number) => (await on.messages(plan)).map(({ text }) => text);
const typesOf = async (plan: number) => (await on.messages(plan)).map(({ type }) => type);

describe('a plan leaves its messages', () => {
  test('FPL, DLA, DEP and ARR, in order and to the letter', async () => {
    const plan = await on.file();
    expect(await on.messages(plan)).toEqual([]);
    await on.approve(plan);
    await on.release(plan, '2026-11-21T02:45:00Z');
    await on.takeOff(plan, '2026-11-21T02:47:00Z');
    await on.land(plan, '2026-11-21T04:10:00Z');
    const [fpl = '', ...others] = await textsOf(plan);
    expect(others).toEqual([
      '(DLA-B10QA-ZUGH0245-ZUGH-DOF/261121)',
      '(DEP-B10QA-ZUGH0247-ZUGH-DOF/261121)',
      '(ARR-B10QA-ZUGH0245-ZUGH0410)',
    ]);
    expect(fpl).toMatch(/^\(FPL-B10QA-VG-C208\/L-[A-Z0-9]+\/[A-Z0-9]+-ZUGH0200-K\d{4}M0090 DCT-ZUGH0130-/);
    expect(fpl).toContain('DOF/261121 REG/B10QA');
    expect(parseMessage(fpl).errors).toEqual([]);
  });

  test('no DLA within half an hour, CHG with 13 and 18 past midnight UTC', async () => {
    const near = await on.file();
    await on.approve(near);
    await on.release(near, '2026-11-21T02:30:00Z');
    expect(await typesOf(near)).toEqual(['FPL']);
    await on.clear();

    const late = await on.file({ etd: '2026-11-20T23:20:00Z', eta: '2026-11-21T00:10:00Z' });
    await on.approve(late);
    on.world.setClock('2026-11-20T23:00:00Z');
    await on.act(on.world.operator, 'ApplyOpenDynamic', { id: late, realEtd: '2026-11-21T00:10:00Z' });
    const [, change = ''] = await textsOf(late);
    expect(change).toMatch(/^\(CHG-B10QA-ZUGH2320-ZUGH-DOF\/261120-13\/ZUGH0010-18\/DOF\/261121 REG\/B10QA/);
    expect(parseMessage(change).errors).toEqual([]);
  });

  test('CNL for a plan that is cancelled, and nothing for one that nobody was told of', async () => {
    const filed = await on.file();
    await on.act(on.world.operator, 'BackNAircraft', { id: filed });
    expect(await typesOf(filed)).toEqual([]);
    await on.clear();
    const plan = await on.file();
    await on.approve(plan);
    await on.world.navigation.life.cancel(on.world.operator, plan, '天气');
    expect(await textsOf(plan)).toContain('(CNL-B10QA-ZUGH0200-ZUGH-DOF/261121)');
    expect(await typesOf(plan)).toEqual(['FPL', 'CNL']);
  });

  test('a flight from a place without an indicator is named by DEP/ and DEST/ to the end', async () => {
    const point = await on.world.sql
      .selectFrom('takeoffLandingPoint')
      .select('id')
      .where('code', 'is not', null)
      .where('deletedAt', 'is', null)
      .orderBy('id')
      .limit(1)
      .executeTakeFirstOrThrow();
    const id = Number(point.id);
    const plan = await on.file({
      departure: null,
      departurePoint: id,
      destination: null,
      destinationPoint: id,
    });
    await on.approve(plan);
    const [fpl = ''] = await textsOf(plan);
    const [, place = ''] = /DEP\/(\d{4}N\d{5}E .+?) DEST\//.exec(fpl) ?? [];
    expect(fpl).toContain(`DEP/${place} DEST/${place} DOF/261121`);
    await on.release(plan, '2026-11-21T02:45:00Z');
    // It was told as it was: that the place has another code now changes nothing.
    await on.world.sql
      .updateTable('takeoffLandingPoint')
      .set({ code: 'NEWCODE' })
      .where('id', '=', id)
      .execute();
    await on.takeOff(plan, '2026-11-21T02:47:00Z');
    const [, ...others] = await on.messages(plan);
    expect(others.map(({ text, state }) => [text, state])).toEqual([
      [`(DLA-B10QA-ZZZZ0245-ZZZZ-DEP/${place} DEST/${place} DOF/261121)`, 'pending'],
      [`(DEP-B10QA-ZZZZ0247-ZZZZ-DEP/${place} DEST/${place} DOF/261121)`, 'pending'],
    ]);
    const { flights } = (await on.world.call(on.world.atmb, 'MessageQuery/Known', { plan })) as {
      flights: object[];
    };
    expect(flights).toMatchObject([{ departurePlace: place, destinationPlace: place }]);
    on.world.setClock('2026-11-21T03:00:00Z');
    // What comes in is read so too: elsewhere it did not land where it was to.
    const elsewhere = await on.world.navigation.inbound.receive(
      '(ARR-B10QA-ZZZZ-ZZZZ0254 3100N10430E RIVER)',
    );
    expect(elsewhere.state).toBe('waiting');
    const received = await on.world.navigation.inbound.receive(`(ARR-B10QA-ZZZZ-ZZZZ0255 ${place})`);
    expect(received.state).toBe('applied');
  });

  test('a report that is corrected before it went goes once; one that is reverted after it went is marked', async () => {
    const plan = await on.file();
    await on.approve(plan);
    await on.release(plan, '2026-11-21T02:00:00Z');
    await on.takeOff(plan, '2026-11-21T02:05:00Z');
    await on.act(on.world.operator, 'EditUpdateStateAndRealEta', {
      id: plan,
      realEta: '2026-11-21T02:03:00Z',
      actualNum: 1,
    });
    const reports = (await on.messages(plan)).filter(({ type }) => type === 'DEP');
    expect(reports.map(({ text, state }) => [text, state])).toEqual([
      ['(DEP-B10QA-ZUGH0205-ZUGH-DOF/261121)', 'ignored'],
      ['(DEP-B10QA-ZUGH0203-ZUGH-DOF/261121)', 'pending'],
    ]);
    await on.server().sender.tick();
    await on.act(on.world.operator, 'BackUpdateStateAndRealEta', { id: plan, actualNum: null });
    const last = (await on.messages(plan)).at(-1);
    expect(last?.state).toBe('acknowledged');
    expect(last?.error).toContain('报告已撤回');
  });

  test('one that is reverted while its message is tried again, or has failed, goes no more', async () => {
    for (const [state, attempts, error, text] of [
      ['pending', 3, 'ECONNREFUSED', '发送前撤回'],
      ['failed', 8, 'ECONNREFUSED', '发送前撤回'],
      ['pending', 1, null, '发送途中撤回'],
    ] as const) {
      const plan = await on.file();
      await on.approve(plan);
      await on.release(plan, '2026-11-21T02:00:00Z');
      await on.takeOff(plan, '2026-11-21T02:05:00Z');
      const dep = (await on.messages(plan)).at(-1);
      await on.world.sql
        .updateTable('planMessage')
        .set({ state, attempts, error, nextAttemptAt: '2026-11-21T02:10:00Z' })
        .where('id', '=', dep?.id ?? 0)
        .execute();
      await on.act(on.world.operator, 'BackUpdateStateAndRealEta', { id: plan, actualNum: null });
      const after = await on.message(dep?.id ?? 0);
      expect([state, after.state]).toEqual([state, 'ignored']);
      expect(after.error).toContain(text);
      await on.world.call(on.world.atmb, 'MessageQuery/RetryMessageQuery', { all: true });
      expect((await on.message(dep?.id ?? 0)).state).toBe('ignored');
      await on.clear();
    }
  });

  test('an application that is moved back earlier than what was told is a CHG with the date', async () => {
    const plan = await on.file();
    await on.approve(plan);
    on.world.setClock('2026-11-21T01:30:00Z');
    await on.act(on.world.operator, 'ApplyOpenDynamic', { id: plan, realEtd: '2026-11-21T02:50:00Z' });
    await on.act(on.world.operator, 'EditApplyOpenDynamic', { id: plan, realEtd: '2026-11-21T02:05:00Z' });
    const [, delay, change] = await on.messages(plan);
    expect(delay?.text).toBe('(DLA-B10QA-ZUGH0250-ZUGH-DOF/261121)');
    expect(change?.text).toMatch(/^\(CHG-B10QA-ZUGH0250-ZUGH-DOF\/261121-13\/ZUGH0205-18\/DOF\/261121 REG/);
    expect(change?.state).toBe('pending');
  });

  test('a message that cannot be composed does not hinder the plan, and says that a person must write it', async () => {
    const plan = await on.file();
    const create = on.world.records.create.bind(on.world.records);
    const broken = vi
      .spyOn(on.world.records, 'create')
      .mockImplementation((caller, name, values, transaction) => {
        if (name === 'planMessage' && 'state' in values && values.state === 'pending')
          throw new Error('a message went wrong');
        return create(caller, name, values, transaction);
      });
    await on.approve(plan);
    broken.mockRestore();
    const row = await on.world.sql
      .selectFrom('plan')
      .select('state')
      .where('id', '=', plan)
      .executeTakeFirstOrThrow();
    expect(row.state).toBe(4);
    expect(await on.messages(plan)).toMatchObject([
      {
        type: 'FPL',
        state: 'failed',
        text: '(FPL-B10QA)',
        error: '未能由计划生成 FPL 报，请人工拍发（error）',
      },
    ]);
  });

  test('a landing elsewhere is told with both aerodromes', async () => {
    const plan = await on.file();
    await on.approve(plan);
    await on.release(plan, '2026-11-21T02:00:00Z');
    await on.takeOff(plan, '2026-11-21T02:05:00Z');
    on.world.setClock('2026-11-21T03:01:00Z');
    await on.act(on.world.operator, 'UpdateStateAndRealEta', {
      id: plan,
      state: 10,
      realEta: '2026-11-21T03:00:00Z',
      actualNum: 1,
      landedAirport: on.world.demo.airports.get('ZUUU|'),
    });
    expect((await textsOf(plan)).at(-1)).toBe('(ARR-B10QA-ZUGH0200-ZUGH-ZUUU0300)');
  });

  test('a refused step leaves no message', async () => {
    const plan = await on.file();
    await on.approve(plan);
    await refusalOf(
      on.act(on.world.operator, 'UpdateStateAndRealEta', {
        id: plan,
        state: 9,
        realEta: '2026-11-21T02:00:00Z',
      }),
    );
    expect(await typesOf(plan)).toEqual(['FPL']);
  });
});

describe('MessageQuery', () => {
  test('pages within the rows of the caller, and counts by state', async () => {
    const plan = await on.file();
    await on.approve(plan);
    const page = async (caller = on.world.atmb, input: object = {}) =>
      (await on.world.call(caller, 'MessageQuery/Page', { plan, ...input })) as {
        totalCount: number;
        items: { planNumber: string; mayRetry: boolean }[];
        counts: { state: string; count: number }[];
      };
    const seen = await page();
    expect(seen.totalCount).toBe(1);
    expect(seen.items[0]?.planNumber).toMatch(/^FP2026/);
    expect(seen.counts).toContainEqual({ state: 'pending', count: 1 });
    expect((await page(on.world.operator)).totalCount).toBe(1);
    expect((await page(on.world.operator2)).totalCount).toBe(0);
    expect((await page(on.world.atmb, { states: ['failed'] })).totalCount).toBe(0);
  });

  test('composes, checks and sends by hand; what has errors is refused', async () => {
    const plan = await on.file();
    await on.approve(plan);
    const composed = (await on.world.call(on.world.operator, 'MessageQuery/Compose', {
      plan,
      type: 'SPL',
    })) as {
      text: string;
      addressees: string[];
      faults: object[];
    };
    expect(composed.text).toMatch(/^\(SPL-B10QA-ZUGH0200-ZUGH0130-DOF\/261121 REG\/B10QA-E\//);
    expect(composed).toMatchObject({ addressees: ['ZUGHZPZX'], faults: [] });

    await on.world.call(on.world.operator, 'MessageQuery/SendMessageQuery', { plan, type: 'SPL' });
    expect((await on.messages(plan)).at(-1)).toMatchObject({ type: 'SPL', state: 'pending' });

    const own = (caller = on.world.atmb, text = '(RQP-B10QA-ZUGH0200-ZUGH-DOF/261121)') =>
      on.world.call(caller, 'MessageQuery/SendMessageQuery', { text, addressees: ['ZUUUZPZX'] });
    await own();
    expect((await refusalOf(own(on.world.operator))).text.key).toBe('message.refused.ownText');
    const wrong = await refusalOf(own(on.world.atmb, '(DLA-B10QA-ZUGH2500-ZUGH-DOF/261121)'));
    expect(wrong.text.key).toBe('message.refused.faults');
    const checked = (await on.world.call(on.world.atmb, 'MessageQuery/Check', {
      text: '(DLA-B10QA-ZUGH2500-ZUGH-DOF/261121)',
    })) as { type: string; faults: { field: string; column: number; length: number; message: string }[] };
    expect(checked.faults).toEqual([
      { field: '13b', column: 15, length: 4, message: 'A time of four digits, UTC, 0000 to 2359' },
    ]);
  });

  test('a plan that nobody has approved, or that is over, has no FPL, and nothing is told of what was not filed', async () => {
    const plan = await on.file();
    const send = (type: string) =>
      on.world.call(on.world.operator, 'MessageQuery/SendMessageQuery', { plan, type });
    const refused = async (types: string[]) => {
      for (const type of types)
        expect((await refusalOf(send(type))).text.key).toBe('message.refused.noMessage');
    };
    await refused(['FPL', 'CHG', 'DLA', 'CNL', 'SPL', 'ALR']);
    await on.approve(plan);
    await send('FPL');
    await on.world.navigation.life.cancel(on.world.operator, plan, '天气');
    await refused(['FPL']);
    await send('CNL');
    expect((await on.messages(plan)).map(({ type }) => type)).toEqual(['FPL', 'FPL', 'CNL', 'CNL']);
  });

  test("a text of one's own tells the addressees too, and the next message names the flight so", async () => {
    const plan = await on.file();
    await on.approve(plan);
    const send = (text: string) =>
      on.world.call(on.world.atmb, 'MessageQuery/SendMessageQuery', { plan, text, addressees: ['ZUUUZPZX'] });
    await send('(DLA-B10QA-ZUGH0250-ZUGH-DOF/261121)');
    const { flights } = (await on.world.call(on.world.atmb, 'MessageQuery/Known', { plan })) as {
      flights: object[];
    };
    expect(flights).toMatchObject([
      { callsign: 'B10QA', offBlockAt: '2026-11-21T02:50:00.000Z', dated: true },
    ]);
    const stale = await refusalOf(send('(CNL-B10QA-ZUGH0200-ZUGH-DOF/261121)'));
    expect(textIn(stale.text, 'zh-Hans')).toBe('报文有误：应为已通知的“0250”');
    await on.world.navigation.life.cancel(on.world.operator, plan, '天气');
    expect((await textsOf(plan)).at(-1)).toBe('(CNL-B10QA-ZUGH0250-ZUGH-DOF/261121)');
  });

  test('what has an error is not sent again as it is: one that is put right goes in its place', async () => {
    const plan = await on.file();
    await on.approve(plan);
    const [fpl] = await on.messages(plan);
    const broken = (fpl?.text ?? '').replace('-VG-', '-WG-');
    await on.world.sql
      .updateTable('planMessage')
      .set({ state: 'failed', text: broken, error: '8a' })
      .where('plan', '=', plan)
      .execute();
    const call = (name: string, input: object) => on.world.call(on.world.atmb, `MessageQuery/${name}`, input);
    const id = fpl?.id ?? 0;
    expect((await refusalOf(call('RetryMessageQuery', { ids: [id] }))).text.key).toBe('message.refused.mend');
    expect(await call('RetryMessageQuery', { all: true })).toMatchObject({ faulty: 1 });
    const { items } = (await call('Page', { plan })) as { items: object[] };
    expect(items).toMatchObject([{ mayRetry: false, mayMend: true, mayIgnore: true, mayMatch: false }]);
    await call('SendMessageQuery', { plan, text: fpl?.text, addressees: ['ZUUUZPZX'], replaces: id });
    expect((await on.messages(plan)).map(({ type, state }) => [type, state])).toEqual([
      ['FPL', 'ignored'],
      ['FPL', 'pending'],
    ]);
    expect((await refusalOf(call('SendMessageQuery', { plan, type: 'RQP', replaces: id }))).text.key).toBe(
      'message.refused.notFailed',
    );
  });

  test('a route is a line over points, airways and aerodromes; what is not known is told at its column', async () => {
    const route = async (Route: string) =>
      (await on.world.call(on.world.operator, 'Navigation/GetFeatureByRoute', {
        Route,
        departure: 'ZUGH',
        destination: 'ZUGH',
      })) as { geometry: { coordinates: number[][] } | null; points: { name: string }[]; faults: object[] };
    const good = await route('DCT GHN J901 BEICU DCT 3057N10420E');
    expect(good.faults).toEqual([]);
    expect(good.points.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['ZUGH', 'GHN', 'DEYAN', 'MIYAX', 'BEICU', '3057N10420E']),
    );
    // Of the two points of that name, the near one.
    expect(good.geometry?.coordinates).toContainEqual([104.38, 31.13]);
    await on.world.records.create(systemCaller(), 'navigationPoint', {
      code: 'P47',
      name: 'P47',
      kind: 'waypoint',
      position: { type: 'Point', coordinates: [104.4, 31.0] },
    });
    const domestic = await route('GHN P47 BEICU P47090010');
    expect(domestic.faults).toEqual([]);
    expect(domestic.points.map(({ name }) => name)).toEqual(expect.arrayContaining(['P47', 'P47090010']));
    expect(domestic.geometry?.coordinates).toContainEqual([104.4, 31]);
    // Ten miles on the magnetic bearing 090, where the compass points 2.6° west of true north: 087.4° true.
    const [longitude = 0, latitude = 0] = domestic.geometry?.coordinates.at(-2) ?? [];
    expect([longitude, latitude].map((degrees) => degrees.toFixed(3))).toEqual(['104.594', '31.007']);
    const bad = await route('GHN NOPE J999 BEICU');
    expect(bad.faults).toEqual([
      { token: 'NOPE', index: 1, column: 4, message: 'There is no point NOPE in the records' },
      { token: 'J999', index: 2, column: 9, message: 'There is no airway J999 in the records' },
    ]);
  });
});
