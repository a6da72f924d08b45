import { afterAll, beforeAll, expect, test } from 'vitest';
import { hubPaths, type ServerNotice } from '#contract/hub.ts';
import { eventually } from '#tests/support/server.ts';
import { type Sky, startSky } from '#tests/support/sky.ts';

/** Where memory is short the tracks of the lowest rank go first, whoever pushes is told, and all comes back by itself. */

let sky: Sky;
let usedMb = 100;
beforeAll(async () => {
  sky = await startSky({}, { usedMemoryMb: () => usedMb });
});
afterAll(() => sky?.close());

const mapping = JSON.stringify({
  reports: '/a',
  fields: { latitude: '/la', longitude: '/lo', icao24: '/h', pressureAltitude: '/z' },
});
const hexOf = (number: number) => (0x780000 + number).toString(16);
const rows = (from: number, count: number, z?: number) =>
  JSON.stringify({
    a: Array.from({ length: count }, (_, i) => ({
      la: 29.2 + Math.floor((from + i) / 30) / 10,
      lo: 103 + ((from + i) % 30) / 12,
      h: hexOf(from + i),
      z,
    })),
  });

test('above the budget aircraft without a height are dropped first, and whoever pushes, the monitor and screens are told', async () => {
  const notices: ServerNotice[][] = [];
  const client = sky.server.client(hubPaths.instant, (await sky.server.signIn('atmb')).encryptedAccessToken);
  client.on('getServerNotices', (heard: ServerNotice[]) => notices.push(heard));
  await client.start();
  const source = await sky.makeSource({
    name: '内存',
    edition: null,
    mapping,
    type: 'json',
    transport: 'httpPush',
  });
  const { token } = (await sky.server.service('admin', 'SurveillanceSource/RenewToken', {
    id: source.id,
  })) as {
    token: string;
  };
  const push = async (body: string) => {
    const answer = await sky.server.call(
      `Bearer ${token}`,
      'POST',
      `/api/surveillance/${source.id}`,
      body,
      new Headers({ 'accept-language': 'en' }),
    );
    const { result } = answer.body as { result?: { errors: { reason: string; count: number }[] } };
    return { status: answer.status, reasons: result?.errors.map(({ reason }) => reason) ?? [] };
  };
  await eventually(async () => (await push('{"a":[]}')).status === 200, 'the source');
  const seen = () =>
    [...sky.map.targets.values()].map(({ icao24 }) => Number.parseInt(icao24 ?? '', 16) - 0x780000);
  const withHeight = () => seen().filter((number) => number < 200).length;
  const without = () => seen().filter((number) => number >= 600).length;
  const keepAlive = async () => {
    await push(rows(0, 200, 900));
    return push(rows(600, 200));
  };
  await keepAlive();
  await eventually(() => withHeight() === 200 && without() === 200, 'all of them');

  usedMb = 1_000_000;
  // Those with a height are heard again, and keep their place.
  await eventually(async () => {
    await push(rows(0, 200, 900));
    return without() === 0;
  }, 'those without a height to go');
  expect(withHeight()).toBeGreaterThanOrEqual(100);
  await eventually(() => notices.at(-1)?.[0]?.id === 'memory', 'the notice');
  expect(notices.at(-1)?.[0]?.text.key).toBe('watch.notice.memory');
  await eventually(async () => {
    const { reasons } = await push(rows(600, 200));
    return reasons.includes('A track was not started or was dropped: memory of the server is short');
  }, 'the answer to a push');
  expect(sky.map.feed(source.id)?.errorReasons?.['track.shed.memory']).toBeGreaterThan(0);

  // At the edge nothing flutters, well below it all is as before.
  usedMb = 100;
  await eventually(async () => {
    await keepAlive();
    return without() === 200;
  }, 'those without a height to come back');
  await eventually(() => notices.at(-1)?.length === 0, 'the end of the notice');
  await client.stop();
});
