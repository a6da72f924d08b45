import { describe, expect, it } from 'vitest';
import { unpackPositions } from '#domain/surveillance/recording/positions.ts';
import { plainTarget, type Target } from '#domain/surveillance/track/target.ts';
import { createOpenMinutes, isSighting, sightingOf } from '#server/features/recording/recorded-minutes.ts';

const minute = Date.UTC(2026, 10, 27, 8);

function at(seconds: number, latitude = 30 + seconds / 1000): Target {
  return {
    ...plainTarget,
    id: '780001',
    icao24: '780001',
    callsign: null,
    latitude,
    longitude: 104,
    pressureAltitudeM: 900,
    geometricAltitudeM: null,
    groundSpeedMps: 50,
    trackDeg: 0,
    verticalRateMps: 0,
    onGround: false,
    at: minute + seconds * 1000,
    sourceId: 1,
    planId: null,
  };
}

describe('minutes that are not written yet', () => {
  it('take a position that came late where it belongs, each moment once', () => {
    const open = createOpenMinutes();
    for (const one of [at(30), at(31), at(10), at(12), at(12, 40), at(32)]) open.add(sightingOf(one));
    const [only] = open.before(minute + 60_000);
    expect(unpackPositions(only?.packer.bytes() ?? Uint8Array.of())).toMatchObject(
      [10, 12, 30, 31, 32].map((second) => ({ at: minute + second * 1000, latitude: 30 + second / 1000 })),
    );
    expect(only).toMatchObject({ south: 30.01, north: 30.032, lastAt: minute + 32_000 });
  });

  it('begin a minute again for a position of a minute that is written', () => {
    const open = createOpenMinutes();
    open.add(sightingOf(at(70)));
    open.add(sightingOf(at(5)));
    expect(open.before(minute + 60_000)).toHaveLength(1);
    expect(open.count()).toBe(2);
  });
});

describe('the kind of an identity', () => {
  const anonymous = (seconds: number): Target => ({
    ...at(seconds),
    id: 't:1::~3c4a12',
    icao24: null,
    addressType: 'anonymous',
  });

  it('is recorded with the positions', () => {
    const open = createOpenMinutes();
    open.add(sightingOf(anonymous(1)));
    expect(open.before(minute + 60_000)).toMatchObject([
      { track: 't:1::~3c4a12', icao24: null, addressType: 'anonymous' },
    ]);
  });

  it('stays with a minute of which a part comes from an older journal', () => {
    const open = createOpenMinutes();
    open.add(sightingOf(anonymous(1)));
    const { addressType: _, ...older } = sightingOf(anonymous(2));
    expect(isSighting(older)).toBe(true);
    open.add(older);
    expect(open.before(minute + 60_000)).toMatchObject([{ addressType: 'anonymous' }]);
  });

  it('may be one that only a newer version knows, but must be a text', () => {
    expect(isSighting({ ...sightingOf(anonymous(1)), addressType: 'satellitePhone' })).toBe(true);
    expect(isSighting({ ...sightingOf(anonymous(1)), addressType: 7 })).toBe(false);
  });
});
