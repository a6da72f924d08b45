import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { parseMessage } from '#domain/messages/message.ts';
import { wordedIn } from '#domain/text/locales/stored-text.ts';
import { chosen } from '#server/features/messages/matching.ts';
import { refusalOf } from '#tests/support/engine.ts';
import { type MessageWorld, startMessageWorld } from '#tests/support/message-world.ts';

let on: MessageWorld;
beforeAll(async () => {
  on = await startMessageWorld();
});
afterAll(() => on.close());
afterEach(() => on.clear());

interface Receipt {
  id: number;
  state: string;
  duplicate: boolean;
  reason: string | null;
}
const receive = async (text: string, more: object = {}) =>
  (await on.world.call(on.world.atmb, 'MessageQuery/Receive', { text, ...more })) as Receipt;
const stateOf = async (plan: number) => {
  const row = await on.world.sql
    .selectFrom('plan')
    .select(['state', 'takeoffAt', 'realEta', 'realEtd'])
    .where('id', '=', plan)
    .executeTakeFirstOrThrow();
  return row as { state: number; takeoffAt: string | null; realEta: string | null; realEtd: string | null };
};

async function released(): Promise<number> {
  const plan = await on.file();
  await on.approve(plan);
  await on.release(plan, '2026-11-21T02:00:00Z');
  return plan;
}

test('DEP and ARR report a flight by the machine, from the line, and echo nothing', async () => {
  const plan = await released();
  on.world.setClock('2026-11-21T02:10:00Z');
  const dep = await receive('(DEP-B10QA-ZUGH0205-ZUGH-DOF/261121)');
  expect(dep).toMatchObject({ state: 'applied', duplicate: false });
  expect(await stateOf(plan)).toMatchObject({ state: 9, takeoffAt: '2026-11-21T02:05:00.000Z' });
  on.world.setClock('2026-11-21T03:40:00Z');
  expect(
    await receive(
      'ZCZC ABC012\r\r\nFF ZUUUZPZX\r\r\n210335 ZUGHZPZX\r\r\n(ARR-B10QA-ZUGH-ZUGH0330)\r\r\nNNNN',
    ),
  ).toMatchObject({
    state: 'applied',
  });
  expect(await stateOf(plan)).toMatchObject({ state: 10, realEta: '2026-11-21T03:30:00.000Z' });
  expect((await on.messages(plan)).map(({ direction, type, state }) => [direction, type, state])).toEqual([
    ['out', 'FPL', 'pending'],
    ['in', 'DEP', 'applied'],
    ['in', 'ARR', 'applied'],
  ]);
  const records = await on.world.sql
    .selectFrom('operateRecord')
    .select(['action', 'channel'])
    .where('recordId', '=', plan)
    .where('channel', '=', 'aftn')
    .orderBy('id')
    .execute();
  expect(records).toEqual([
    { action: 'takeOff', channel: 'aftn' },
    { action: 'land', channel: 'aftn' },
  ]);
});

test('an arrival elsewhere lands the flight there; at a place that nobody knows it waits', async () => {
  const plan = await released();
  await on.takeOff(plan, '2026-11-21T02:05:00Z');
  on.world.setClock('2026-11-21T03:40:00Z');
  expect(await receive('(ARR-B10QA-ZUGH0200-ZUGH-ZZZZ0325 3100N10430E)')).toMatchObject({ state: 'waiting' });
  expect(await stateOf(plan)).toMatchObject({ state: 9 });
  expect(await receive('(ARR-B10QA-ZUGH0200-ZUGH-ZUUU0325)')).toMatchObject({ state: 'applied' });
  const row = await on.world.sql
    .selectFrom('plan')
    .select(['state', 'landedAirport'])
    .where('id', '=', plan)
    .executeTakeFirstOrThrow();
  expect(row).toMatchObject({ state: 10, landedAirport: on.world.demo.airports.get('ZUUU|') });
});

test('the same message again is known', async () => {
  await released();
  on.world.setClock('2026-11-21T02:10:00Z');
  const text = '(DEP-B10QA-ZUGH0206-ZUGH-DOF/261121)';
  const first = await receive(text);
  expect(await receive(text)).toEqual({ id: first.id, state: 'applied', duplicate: true, reason: null });
  const both = await Promise.all([receive('(DEP-X1-ZUGH0207-ZUGH-0)'), receive('(DEP-X1-ZUGH0207-ZUGH-0)')]);
  expect(new Set(both.map(({ id }) => id)).size).toBe(1);
});

test('DLA asks for release at its time; the next message names that time', async () => {
  const plan = await on.file();
  await on.approve(plan);
  on.world.setClock('2026-11-21T01:00:00Z');
  expect(await receive('(DLA-B10QA-ZUGH0250-ZUGH-DOF/261121)')).toMatchObject({ state: 'applied' });
  expect(await stateOf(plan)).toMatchObject({ state: 5, realEtd: '2026-11-21T02:50:00.000Z' });
  await on.world.navigation.life.cancel(on.world.operator, plan, '天气');
  expect((await on.messages(plan)).at(-1)?.text).toBe('(CNL-B10QA-ZUGH0250-ZUGH-DOF/261121)');
});

test('of two flights from places without an indicator the one is meant whose place is named', () => {
  const flight = (plan: number, hour: number, departurePlace: string | null) => ({
    plan,
    jobTask: plan,
    company: 1,
    state: 8,
    destination: 'ZUGH',
    departurePlace,
    destinationPlace: null,
    offBlockAt: Date.parse(`2026-11-21T0${hour}:00:00Z`),
    dated: true,
  });
  const candidates = [flight(1, 2, '3051N10424E JINTANG'), flight(2, 4, 'LUODAI')];
  const meant = (time: string, place: string) => {
    const { message } = parseMessage(`(DEP-B10QA-ZZZZ${time}-ZUGH-DEP/${place} DOF/261121)`);
    const found = message && chosen(candidates, message);
    return typeof found === 'object' ? found?.plan : found;
  };
  expect(meant('0300', '3051N10424E JINTANG')).toBe(1);
  expect(meant('0205', 'LUODAI')).toBe(2);
  // A place that was never told so leaves it to the time.
  expect(meant('0205', 'SOMEWHERE')).toBe(1);
  expect(meant('0300', 'SOMEWHERE')).toBe('several');
});

test('CNL cancels; a change of the route waits for a person', async () => {
  const plan = await on.file();
  await on.approve(plan);
  const change = await receive('(CHG-B10QA-ZUGH0200-ZUGH-DOF/261121-15/K0280M0120 DCT)');
  expect(change).toMatchObject({ state: 'waiting', reason: 'A person has to look at it' });
  expect(await on.message(change.id)).toMatchObject({ plan });
  expect(await receive('(CNL-B10QA-ZUGH0200-ZUGH-DOF/261121)')).toMatchObject({ state: 'applied' });
  expect(await stateOf(plan)).toMatchObject({ state: 12 });
  const { reason } = await on.world.records.get(on.world.admin, 'plan', plan);
  expect(['zh-Hans', 'en'].map((locale) => wordedIn(reason, locale as 'en'))).toEqual([
    '按取消报取消',
    'Cancelled by a CNL message',
  ]);
});

test('a change of the aerodrome, and a day that there is not, wait for a person', async () => {
  const plan = await on.file();
  await on.approve(plan);
  on.world.setClock('2026-11-21T01:00:00Z');
  const elsewhere = await receive('(CHG-B10QA-ZUGH0200-ZUGH-DOF/261121-13/ZUUU0250)');
  expect(elsewhere).toMatchObject({ state: 'waiting', reason: 'A person has to look at it' });
  const noDay = await receive('(CNL-B10QA-ZUGH0200-ZUGH-DOF/261131)');
  expect(noDay).toMatchObject({ state: 'waiting', reason: 'No plan fits it' });
  expect(await stateOf(plan)).toMatchObject({ state: 4, realEtd: null });
});

test('a message whose server ended before it was judged is judged when it comes again', async () => {
  const plan = await released();
  on.world.setClock('2026-11-21T02:10:00Z');
  const text = '(DEP-B10QA-ZUGH0209-ZUGH-DOF/261121)';
  const first = await receive(text);
  // As the row stood between being kept and being applied.
  await on.world.sql
    .updateTable('planMessage')
    .set({ state: 'waiting', error: null, plan: null, createdAt: '2026-11-21T02:00:00Z' })
    .where('id', '=', first.id)
    .execute();
  await on.world.sql.updateTable('plan').set({ state: 8, takeoffAt: null }).where('id', '=', plan).execute();
  expect(await receive(text)).toMatchObject({ id: first.id, state: 'applied' });
  expect(await stateOf(plan)).toMatchObject({ state: 9, takeoffAt: '2026-11-21T02:09:00.000Z' });
});

test('what fits nothing waits, is matched by hand, or is ignored', async () => {
  const plan = await released();
  on.world.setClock('2026-11-21T02:10:00Z');
  // Filed under another callsign by whoever sent it.
  const wrong = await receive('(DEP-B10QB-ZUGH0204-ZUGH-DOF/261121)');
  expect(wrong).toMatchObject({ state: 'waiting', reason: 'No plan fits it' });
  const match = (id: number, to = plan) =>
    on.world.call(on.world.admin, 'MessageQuery/Match', { id, plan: to });
  expect(await match(wrong.id)).toMatchObject({ state: 'applied' });
  expect(await stateOf(plan)).toMatchObject({ state: 9, takeoffAt: '2026-11-21T02:04:00.000Z' });
  expect((await refusalOf(match(wrong.id))).text.key).toBe('message.refused.notWaiting');

  const again = await receive('(DEP-B10QC-ZUGH0208-ZUGH-DOF/261121)');
  expect((await refusalOf(match(again.id))).code).toBe('refused');
  expect(await on.message(again.id)).toMatchObject({ state: 'waiting' });
  await on.world.call(on.world.admin, 'MessageQuery/Ignore', { id: again.id });
  expect(await on.message(again.id)).toMatchObject({ state: 'ignored' });
  expect(await receive('GOOD MORNING')).toMatchObject({
    state: 'waiting',
    reason: 'This message cannot be read',
  });
});

test('who asks for a plan gets it at their address', async () => {
  const plan = await on.file();
  await on.approve(plan);
  await receive('FF ZUUUZPZX\r\n210100 ZUMYZTZX\r\n(RQP-B10QA-ZUGH0200-ZUGH-DOF/261121)\r\nNNNN');
  const last = (await on.messages(plan)).filter(({ direction }) => direction === 'out').at(-1);
  expect(last).toMatchObject({ type: 'FPL', state: 'pending', addressees: ['ZUMYZTZX'] });
});

test('and gets it however the user’s message was broken into lines, and whoever else asked in the same words', async () => {
  const plan = await on.file();
  await on.approve(plan);
  const request = (from: string) =>
    receive(`FF ZUUUZPZX\r\n210100 ${from}\r\n(RQP-B10QA-ZUGH0200\r\n-ZUGH-DOF/261121)\r\nNNNN`);
  for (const from of ['ZUMYZTZX', 'ZUUUZTZX'])
    expect(await request(from)).toMatchObject({ state: 'applied' });
  const sent = await on.world.sql
    .selectFrom('planMessage')
    .select('addressees')
    .where('plan', '=', plan)
    .where('direction', '=', 'out')
    .orderBy('id')
    .execute();
  expect(sent.slice(-2)).toEqual([{ addressees: ['ZUMYZTZX'] }, { addressees: ['ZUUUZTZX'] }]);
});

test('a text of two bytes for each letter is kept, and one without any is refused in the words of who asks', async () => {
  const wide = '\u00ff\u00fe(\0D\0E\0P\0)\0';
  expect(await receive(wide)).toMatchObject({ state: 'waiting', duplicate: false });
  const { text, extra } = await refusalOf(
    on.world.call(on.world.atmb, 'MessageQuery/Receive', { text: ' \0\r\n' }),
  );
  expect([text.key, extra.fields?.map(({ field }) => field)]).toEqual(['message.refused.empty', ['text']]);
});

test('two messages in one text are refused, and none is taken for the other', async () => {
  const text = '(DEP-B10QA-ZUGH0230-ZUGH-0)NNNN\n(ARR-B10QA-ZUGH0230-ZUGH0315)';
  const refusal = await refusalOf(on.world.call(on.world.atmb, 'MessageQuery/Receive', { text }));
  expect([refusal.code, refusal.text.key]).toEqual(['validation', 'message.refused.several']);
});

test('a mark of the line is an error at its column, and is not sent', async () => {
  const text = '(SVC-QTA NNNN RPT)';
  const checked = (await on.world.call(on.world.atmb, 'MessageQuery/Check', { text })) as {
    faults: { column: number; length: number }[];
  };
  expect(checked.faults).toEqual([expect.objectContaining({ column: text.indexOf('NNNN'), length: 4 })]);
  const refusal = await refusalOf(
    on.world.call(on.world.atmb, 'MessageQuery/SendMessageQuery', { text, addressees: ['ZUUUZPZX'] }),
  );
  expect([refusal.code, refusal.text.values?.cause]).toEqual(['refused', 'message.fault.mark']);
});

test('only the desk receives, matches and ignores', async () => {
  for (const call of ['Receive', 'Match', 'Ignore']) {
    const input = call === 'Receive' ? { text: '(X' } : call === 'Match' ? { id: 1, plan: 1 } : { id: 1 };
    expect((await refusalOf(on.world.call(on.world.operator, `MessageQuery/${call}`, input))).code).toBe(
      'forbidden',
    );
  }
});
