import { describe, expect, it } from 'vitest';
import { scan } from '#domain/conflicts/nets/index.ts';
import { stepLifeCycle, type Watched } from '#domain/conflicts/nets/life-cycle.ts';
import type { SceneTarget } from '#domain/conflicts/nets/safety-net.ts';
import { aircraft, noon, sceneOf } from './scene.ts';

/** One aircraft with two devices is two symbols; an alert of them says what it is, and hides nobody. */

type More = Parameters<typeof aircraft>[1];
const adsb = (more: More = {}) =>
  aircraft('780ac2', { addressType: 'icao', groundSpeedMps: 33, trackDeg: 90, ...more });
const flarm = (more: More = {}) =>
  aircraft('flarm:2a5c01', {
    icao24: null,
    addressType: 'flarm',
    callsign: null,
    pressureAltitudeM: null,
    amslAltitudeM: 650,
    groundSpeedMps: 32,
    trackDeg: 92,
    ...more,
  });
const pairsOf = (targets: SceneTarget[], nowMs = noon) =>
  scan(sceneOf(targets, { nowMs })).filter(({ net }) => net === 'pairs');
const likely = 'alert.pairs.likelyOne';

describe('two symbols at one place that fly alike', () => {
  it('are likely one aircraft where a transponder and a FLARM name them', () => {
    const [found] = pairsOf([adsb(), flarm({ east: -50 })]);
    expect(found).toMatchObject({ level: 'advisory', reason: { key: likely } });
  });

  it.each<[string, SceneTarget, SceneTarget]>([
    ['both have an address', adsb(), aircraft('780ac3', { groundSpeedMps: 33, trackDeg: 90 })],
    ['both have a FLARM', flarm({ id: 'flarm:1' } as More), flarm({ east: 50 })],
    ['they are 400 m apart', adsb(), flarm({ east: -400 })],
    ['they close at 20 m/s', adsb(), flarm({ east: 150, trackDeg: 270, groundSpeedMps: 10 })],
    ['one is 130 m above, by the same datum', adsb(), flarm({ pressureAltitudeM: 730 })],
    ['they say different callsigns', adsb(), flarm({ callsign: 'D1234' })],
    ['one does not name itself', adsb(), aircraft('r1', { icao24: null, callsign: null, trackDeg: 90 })],
  ])('are two where %s', (_, one, two) => {
    for (const { reason } of pairsOf([one, two])) expect(reason.key).not.toBe(likely);
  });

  // Of no common datum they are at one height by guess, and no warning.
  it('keep the level that they were given while they came together', () => {
    const state = new Map<string, Watched>();
    const look = (east: number, second: number) => {
      const nowMs = noon + second * 1_000;
      stepLifeCycle(
        state,
        pairsOf([adsb(), flarm({ east, trackDeg: 90, groundSpeedMps: 33 })], nowMs),
        nowMs,
      );
      return [...state.values()].map(({ level }) => level);
    };
    for (let second = 0; second < 10; second += 1) look(-600, second);
    expect(look(-600, 10)).toEqual(['caution']);
    for (let second = 11; second < 60; second += 1) look(-80, second);
    expect(look(-80, 60)).toEqual(['caution']);
  });

  it('are told as likely one from the beginning on', () => {
    const state = new Map<string, Watched>();
    for (let second = 0; second < 20; second += 1) {
      const nowMs = noon + second * 1_000;
      stepLifeCycle(state, pairsOf([adsb(), flarm({ east: -40 })], nowMs), nowMs);
    }
    expect([...state.values()].map(({ level }) => level)).toEqual(['advisory']);
  });
});
