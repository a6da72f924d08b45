import { describe, expect, test } from 'vitest';
import { heightWithin } from '#domain/conflicts/nets/heights.ts';
import { relativeOf } from '#domain/conflicts/nets/pairs.ts';
import type { Altitude } from '#domain/geo/altitude.ts';
import { aircraft, circleArea, sceneOf } from './scene.ts';

/** A tracker of gliders or a terminal states its altitude above mean sea level and nothing else. */
const glider = (amslAltitudeM: number) => aircraft('ogn1', { pressureAltitudeM: null, amslAltitudeM });
const upTo = (value: number): Altitude => ({ value, unit: 'm', reference: 'AMSL' });

describe('an altitude above mean sea level', () => {
  test.each([
    [900, 'yes'],
    [1_100, 'no'],
  ] as const)('of %i m is compared with a limit above mean sea level: %s', (amslM, within) => {
    const { volume } = circleArea('closed');
    const limited = { ...volume, lower: upTo(0), upper: upTo(1_000) };
    expect(heightWithin(sceneOf([]), glider(amslM), limited)).toBe(within);
  });

  test('tells two aircraft apart that both state it', () => {
    expect(relativeOf(sceneOf([glider(900), glider(650)]), 0, 1)).toMatchObject({
      z: 250,
      slackM: 0,
      hasHeight: true,
    });
  });
});
