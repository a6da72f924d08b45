import { describe, expect, test } from 'vitest';
import { scan } from '#domain/conflicts/nets/index.ts';
import { movedBy } from '#domain/conflicts/nets/local-plane.ts';
import type { Scene, SceneArea } from '#domain/conflicts/nets/safety-net.ts';
import type { Uncertain } from '#domain/conflicts/nets/uncertain.ts';
import type { LonLat, Position } from '#domain/geo/geodesy.ts';
import { textIn } from '#domain/text/locales/text-in.ts';
import { aircraft, circleArea, home, sceneOf } from './scene.ts';

/** Where positions are uncertain, alerts of separation and of areas come earlier, and say so. */

const everywhere = (metres: number): Uncertain => ({
  atM: () => metres,
  mostM: metres,
  note: { key: 'alert.widenedCells', values: { count: 1, places: '' } },
  regions: [],
});
const scanned = (targets: Scene['targets'], more: Partial<Scene> = {}) =>
  scan(sceneOf(targets, more)).filter(({ net }) => net === 'pairs' || net === 'areas');

describe('separation', () => {
  // Side by side on the same course, farther apart than any alert reaches.
  const pair = [aircraft('aaaaaa'), aircraft('bbbbbb', { east: 2_500 })];

  test('two aircraft are found from a greater distance', () => {
    expect(scanned(pair)).toEqual([]);
    const [found] = scanned(pair, { uncertain: everywhere(926) });
    expect(found?.net).toBe('pairs');
    // 926 m for each of the two, independent of each other.
    expect(found?.reason.values).toMatchObject({ widenedM: 1_310, widened: 'alert.pairs.reason' });
  });

  test('the alert says so in both languages', () => {
    const [found] = scanned(pair, { uncertain: everywhere(926) });
    expect(found && textIn(found.reason, 'en')).toMatch(/AAAAAA.*BBBBBB.*limits widened by 1310 m/);
    expect(found && textIn(found.reason, 'zh-Hans')).toMatch(/AAAAAA.*BBBBBB.*放宽 1310 m/);
    // An entry of the log names the reason of the alert, which names that of the net.
    const { key, values } = found?.reason ?? { key: '' };
    const entry = { key: 'watch.log.alertAcknowledged', values: { ...values, reason: key, name: 'GU Ping' } };
    expect(textIn(entry, 'en')).toMatch(/^Acknowledged by GU Ping: AAAAAA.*limits widened by 1310 m/);
  });

  test('elsewhere nothing changes', () => {
    const near = [aircraft('aaaaaa'), aircraft('bbbbbb', { east: 900 })];
    const usual = scanned(near);
    const other = { ...everywhere(926), atM: ({ latitude }: Position) => (latitude > 60 ? 926 : 0) };
    const found = scanned(near, { uncertain: other });
    expect(found.map(({ key, level, reason }) => ({ key, level, reason }))).toEqual(
      usual.map(({ key, level, reason }) => ({ key, level, reason })),
    );
    expect(usual).toHaveLength(1);
  });
});

describe('areas', () => {
  const corner = (east: number, north: number): LonLat => {
    const { longitude, latitude } = movedBy(home, east, north);
    return [longitude, latitude];
  };
  const square = (west: number, south: number): readonly LonLat[] => [
    corner(west, south),
    corner(west + 4_000, south),
    corner(west + 4_000, south + 4_000),
    corner(west, south + 4_000),
    corner(west, south),
  ];
  const closed = (ring: readonly LonLat[]): SceneArea =>
    circleArea('closed', { volume: { polygons: [[ring]], lower: null, upper: null, from: null, to: null } });

  test.each([
    ['ahead: 6.4 km at 50 m/s is more than two minutes', square(-2_000, 6_400)],
    ['at the side, which its course never meets', square(600, -2_000)],
  ])('%s', (_, ring) => {
    const areas = [closed(ring)];
    expect(scanned([aircraft('aaaaaa')], { areas })).toEqual([]);
    const [found] = scanned([aircraft('aaaaaa')], { areas, uncertain: everywhere(926) });
    expect(found).toMatchObject({ net: 'areas', level: 'caution' });
    expect(found?.reason.values).toMatchObject({ widenedM: 926, widened: 'alert.areas.ahead' });
    expect(found && textIn(found.reason, 'en')).not.toContain('$t(');
  });

  test('who is farther from the edge than the position is uncertain is not found', () => {
    const areas = [closed(square(1_200, -2_000))];
    expect(scanned([aircraft('aaaaaa')], { areas, uncertain: everywhere(926) })).toEqual([]);
  });
});
