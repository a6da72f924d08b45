import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CorrelationCandidate } from '#contract/track-correlation.ts';
import { filePlan, rowsOf } from '#tests/support/people.ts';
import { eventually, startTestServer } from '#tests/support/server.ts';
import { type Sky, startSky } from '#tests/support/sky.ts';

/** Which target flies which plan: by what it says of itself, and by what airspace watch says. */

let sky: Sky;
let plan = 0;
beforeAll(async () => {
  sky = await startSky();
  const filed = await filePlan(sky.server, 'operator', {
    registration: 'B-10QA',
    task: { callsign: 'CWT123' },
  });
  plan = filed.id;
  await sky.server.database.database.pool.query('update plan set state = 8 where id = $1', [plan]);
});
afterAll(() => sky?.close());

const target = (id: string) => sky.map.targets.get(id);
const stranger = () => [sky.over('78abcd', { callsign: 'PIPER1', latitude: 30.7 })];
const call = (user: string, name: string, input: object, verb: 'GET' | 'POST' = 'POST') =>
  sky.server.service(user, `TrackCorrelation/${name}`, input, verb);

test('a target is correlated by its address with its reasons, and one of no plan is none', async () => {
  const { rows } = await rowsOf(sky.server, 'admin', 'aircraft', 'registration=B-10QA');
  const address = String(rows[0]?.icao24).toLowerCase();
  await sky.flyUntil(
    () => [sky.over(address, { callsign: 'CWT123' }), ...stranger()],
    () => target(address)?.planId === plan && target('78abcd') !== undefined,
    'the plan',
  );
  expect(target(address)?.correlation).toMatchObject({
    byHand: false,
    reasons: expect.arrayContaining(['address', 'callsign']),
  });
  expect(target('78abcd')).toMatchObject({ planId: null, correlation: null });
});

test('airspace watch correlates by hand, on every server, until it is cut', async () => {
  await sky.flyUntil(stranger, () => target('78abcd') !== undefined, 'the target');
  const candidates = (await call(
    'aiw',
    'GetCandidates',
    { track: '78abcd' },
    'GET',
  )) as CorrelationCandidate[];
  expect(candidates.map((one) => one.plan)).toContain(plan);
  await call('aiw', 'Correlate', { track: '78abcd', plan });
  await sky.flyUntil(stranger, () => target('78abcd')?.planId === plan, 'the plan');
  expect(target('78abcd')?.correlation).toMatchObject({ byHand: true });
  const [kept] = (await rowsOf(sky.server, 'aiw', 'trackCorrelation', 'track=78abcd')).rows;
  expect(kept).toMatchObject({ kind: 'join', plan, icao24: '78abcd', callsign: 'PIPER1' });

  // A server that starts later knows it, as one that starts again does.
  const other = await startTestServer({ beside: sky.server, clock: () => new Date(sky.now()) });
  try {
    const { rows } = await rowsOf(other, 'aiw', 'trackCorrelation', 'track=78abcd');
    expect(rows[0]?.endedAt ?? null).toBeNull();
  } finally {
    await other.close();
  }
  await call('aiw', 'Cut', { track: '78abcd' });
  await sky.flyUntil(stranger, () => target('78abcd')?.planId === null, 'the cut');
  const { rows } = await rowsOf(sky.server, 'aiw', 'trackCorrelation', 'track=78abcd');
  expect(rows.map(({ kind, endedAt }) => [kind, endedAt === null || endedAt === undefined])).toEqual(
    expect.arrayContaining([
      ['join', false],
      ['cut', true],
    ]),
  );
});

test('neither operators nor of what is not seen, nor with a plan that does not fly', async () => {
  await sky.flyUntil(stranger, () => target('78abcd') !== undefined, 'the target');
  const path = '/api/services/app/TrackCorrelation/Correlate';
  expect((await sky.server.call('operator', 'POST', path, { track: '78abcd', plan })).status).toBe(403);
  const gone = await sky.server.call('aiw', 'POST', path, { track: 'nobody', plan });
  expect([gone.status, JSON.stringify(gone.body)]).toEqual([400, expect.stringContaining('"track"')]);
  await sky.server.database.database.pool.query('update plan set state = 10 where id = $1', [plan]);
  const over = await sky.server.call('aiw', 'POST', path, { track: '78abcd', plan });
  expect([over.status, JSON.stringify(over.body)]).toEqual([400, expect.stringContaining('"plan"')]);
  await eventually(() => target('78abcd') === undefined || target('78abcd')?.planId === null, 'the end');
});
