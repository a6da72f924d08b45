import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RecordedTrack } from '#contract/playback.ts';
import { polygonWithin } from '#domain/geo/geojson.ts';
import { makeUser } from '#tests/support/people.ts';
import { eventually } from '#tests/support/server.ts';
import { chengdu, everywhere, type Sky, startSky } from '#tests/support/sky.ts';
import { watch } from '#tests/support/traffic.ts';

/** Who watches over areas sees what flies in them: live, played back, and on the globe (decisions.md §3). */

let sky: Sky;
const west = () => sky.over('780e01', { longitude: 104.1, latitude: 30.6 });
const east = () => sky.over('780e02', { longitude: 105.6, latitude: 30.6 });
const both = () => [west(), east()];

async function unit(displayName: string, area: object | null): Promise<number> {
  const answer = await sky.server.call('admin', 'POST', '/api/records/organizationUnit', {
    displayName,
    ...(area ? { area } : {}),
  });
  expect(answer.status).toBe(201);
  return (answer.body as { id: number }).id;
}

beforeAll(async () => {
  sky = await startSky();
  const [westId, eastId, nowhere] = [
    await unit('西区', polygonWithin([103.5, 30, 104.8, 31.2])),
    await unit('东区', polygonWithin([105, 30, 106, 31.2])),
    await unit('无范围', null),
  ];
  await makeUser(sky.server, 'westBody', { roles: ['ATMB'], coverage: [westId] });
  await makeUser(sky.server, 'shapeless', { roles: ['ATMB'], coverage: [nowhere] });
  await makeUser(sky.server, 'globeEast', { roles: ['ATMB'], coverageId3s: [eastId] });
  await sky.flyUntil(both, () => ['780e01', '780e02'].every((id) => sky.map.targets.has(id)), 'both');
});
afterAll(() => sky?.close());

const recorded = async (user: string, more: object = {}): Promise<string[]> => {
  const [from, to] = [sky.now() - 120_000, sky.now()].map((at) => new Date(at).toISOString());
  const answer = await sky.server.service(user, 'Playback/GetTracks', { from, to, ...more }, 'GET');
  return (answer as { items: RecordedTrack[] }).items.map(({ track }) => track).sort();
};

describe('the live picture', () => {
  test('is of the areas of whoever looks, wherever they look', async () => {
    const seen = watch(await sky.server.hub('westBody', '/signalr-instant'));
    await seen.look(everywhere);
    await sky.flyUntil(both, () => seen.targets.has('780e01'), '780e01');
    expect([...seen.targets.keys()]).not.toContain('780e02');
    for (const { targets } of seen.messages) expect(targets.map(({ id }) => id)).not.toContain('780e02');
  });

  test('is empty for whoever watches over units that have no area', async () => {
    const [seen, other] = [
      watch(await sky.server.hub('shapeless', '/signalr-instant')),
      watch(await sky.server.hub('admin', '/signalr-instant')),
    ];
    await Promise.all([seen.look(everywhere), other.look(everywhere)]);
    await sky.flyUntil(both, () => other.targets.has('780e02') && seen.messages.length > 1, 'the others');
    expect(seen.targets.size).toBe(0);
  });

  test('of a globe is bounded by coverageId3s, the flat one of the same user is not', async () => {
    const connection = await sky.server.hub('globeEast', '/signalr-instant');
    const seen = watch(connection);
    await connection.invoke('SetGlobeViewport', chengdu);
    await sky.flyUntil(both, () => seen.targets.has('780e02'), '780e02');
    expect(seen.targets.has('780e01')).toBe(false);
    await seen.look(chengdu);
    await sky.flyUntil(both, () => seen.targets.has('780e01'), '780e01 on the flat map');
    await expect(connection.invoke('SetGlobeViewport', [200, 0, 0, 0])).rejects.toThrow();
  });

  test('follows an area that is changed', async () => {
    const seen = watch(await sky.server.hub('westBody', '/signalr-instant'));
    await seen.look(everywhere);
    await sky.flyUntil(both, () => seen.targets.has('780e01'), '780e01');
    const answer = await sky.server.call('admin', 'GET', '/api/records/organizationUnit?displayName=西区');
    const [row] = answer.body as { id: number; version: number }[];
    const moved = await sky.server.call('admin', 'PATCH', `/api/records/organizationUnit/${row?.id}`, {
      version: row?.version,
      area: polygonWithin([105, 30, 106, 31.2]),
    });
    expect(moved.status).toBe(200);
    await sky.flyUntil(both, () => seen.targets.has('780e02') && !seen.targets.has('780e01'), 'the new area');
    await sky.server.call('admin', 'PATCH', `/api/records/organizationUnit/${row?.id}`, {
      version: (row?.version ?? 0) + 1,
      area: polygonWithin([103.5, 30, 104.8, 31.2]),
    });
  });
});

test('recorded tracks are those of the areas, and of the globe’s areas where a globe asks', async () => {
  await eventually(async () => (await recorded('admin')).length === 2, 'both recorded');
  expect(await recorded('westBody')).toEqual(['780e01']);
  expect(await recorded('westBody', { track: '780e02' })).toEqual([]);
  expect(await recorded('shapeless')).toEqual([]);
  expect(await recorded('globeEast')).toEqual(['780e01', '780e02']);
  expect(await recorded('globeEast', { globe: true })).toEqual(['780e02']);
  // A company's people see the air as before: areas are those of bodies.
  expect(await recorded('operator')).toEqual(['780e01', '780e02']);
});
