import { describe, expect, it, test } from 'vitest';
import { scan } from '#domain/conflicts/nets/index.ts';
import type { Scene, SceneTarget } from '#domain/conflicts/nets/safety-net.ts';
import { textIn } from '#domain/text/locales/text-in.ts';
import { aircraft, sceneOf } from './scene.ts';

/** Two aircraft whose heights are of different datums: compared by the bounds of each above mean sea level. */

type Heights = Pick<SceneTarget, 'pressureAltitudeM' | 'geometricAltitudeM' | 'amslAltitudeM'>;
const none: Heights = { pressureAltitudeM: null, geometricAltitudeM: null, amslAltitudeM: null };
const std = (pressureAltitudeM: number): Heights => ({ ...none, pressureAltitudeM });
const wgs84 = (geometricAltitudeM: number): Heights => ({ ...none, geometricAltitudeM });
const amsl = (amslAltitudeM: number): Heights => ({ ...none, amslAltitudeM });
const standard: Partial<Scene> = { qnhAt: () => ({ lowest: 1_010.25, highest: 1_016.25 }) };

/** Head on, 20 s before they are not well clear. */
const headOn = (one: Partial<SceneTarget>, two: Partial<SceneTarget>, more: Partial<Scene> = {}) =>
  scan(sceneOf([aircraft('a', one), aircraft('b', { north: 5_500, trackDeg: 180, ...two })], more)).filter(
    ({ net }) => net === 'pairs',
  );

describe('a pair of different datums', () => {
  test.each([
    ['1,814 m STD and 600 m WGS84: no pressure brings them together', std(1_814), wgs84(600), {}],
    ['the same, the other way round', wgs84(600), std(1_814), {}],
    ['900 m STD and 600 m AMSL by the pressure that is reported near', std(900), amsl(600), standard],
    ['600 m AMSL and 1,000 m WGS84, wherever the geoid is', amsl(600), wgs84(1_000), {}],
  ])('raises nothing where the bounds are apart: %s', (_, one, two, more) => {
    expect(headOn(one, two, more)).toEqual([]);
  });

  test.each([
    ['700 m STD and 600 m WGS84', std(700), wgs84(600), {}],
    ['900 m STD and 600 m AMSL, where nobody reports a pressure', std(900), amsl(600), {}],
    ['600 m AMSL and 650 m WGS84', amsl(600), wgs84(650), {}],
  ])('raises a caution that says why where they may meet: %s', (_, one, two, more) => {
    const [found] = headOn(one, two, more);
    expect(found).toMatchObject({ level: 'caution', reason: { key: 'alert.pairs.otherDatum' } });
    // Neither a number that is not known, nor none at all.
    expect(found?.verticalM).toBeUndefined();
    expect(found?.approach?.verticalM).toBeNull();
    expect(textIn(found?.reason ?? { key: '' }, 'en')).toMatch(/different altitude references, 0 to \d+ m/);
    expect(textIn(found?.reason ?? { key: '' }, 'zh-Hans')).toMatch(/高度基准不同，垂直间隔为 0～\d+ m/);
  });

  it('is "act now" where the whole of the bounds is below the minimum', () => {
    const [found] = headOn(std(600), amsl(600), standard);
    expect(found).toMatchObject({ level: 'warning', reason: { key: 'alert.pairs.otherDatum' } });
  });

  it('is found where one climbs into the bounds of the other', () => {
    const below = { ...amsl(600), verticalRateMps: 8 };
    expect(headOn(amsl(600), wgs84(1_000))).toEqual([]);
    expect(headOn(below, wgs84(1_000))).toMatchObject([{ reason: { key: 'alert.pairs.otherDatum' } }]);
  });

  it('compares by the heights that both state, whatever the others say', () => {
    const one = { ...std(1_814), geometricAltitudeM: 700 };
    expect(headOn(one, wgs84(600))).toMatchObject([
      { reason: { key: 'alert.pairs.reason' }, verticalM: 100 },
    ]);
  });

  it('takes two to be at one height only where one states none', () => {
    expect(headOn(std(1_814), none)).toMatchObject([{ reason: { key: 'alert.pairs.noHeight' } }]);
  });
});

describe('a group', () => {
  /** Five abreast, 200 m apart. */
  const five = (name: string, heights: Heights, east = 0) =>
    Array.from({ length: 5 }, (_, i) => aircraft(`${name}${i}`, { ...heights, east: east + 200 * i }));
  const groupsOf = (targets: SceneTarget[]) =>
    scan(sceneOf(targets)).flatMap(({ group }) => (group ? [group.map(({ id }) => id).sort()] : []));

  it('does not take in those of another datum that are certainly above it', () => {
    const [low, high] = [five('a', wgs84(600)), five('b', std(1_814), 100)];
    expect(groupsOf([...low, ...high])).toEqual([low, high].map((all) => all.map(({ id }) => id)));
  });

  it('takes in those that may be at its height', () => {
    expect(groupsOf([...five('a', wgs84(600)), ...five('b', std(700), 100)])).toEqual([
      expect.arrayContaining(['a0', 'a4', 'b0', 'b4']),
    ]);
  });

  it('meets none that is certainly above it', () => {
    const passing = aircraft('c', { north: 5_500, trackDeg: 180, ...std(1_814) });
    const met = scan(sceneOf([...five('a', wgs84(600)), passing])).filter(({ targets }) =>
      targets.some(({ id }) => id === 'c'),
    );
    expect(met).toEqual([]);
  });
});
