import { plainTarget, type Target } from '#domain/surveillance/track/target.ts';

/** The `n`th of many targets, no two alike, over an area of some 10° by 12°; `atMs`: UTC ms. */
export function sampleTarget(n: number, atMs: number): Target {
  const id = (0x780000 + n * 37).toString(16);
  return {
    id,
    icao24: id,
    callsign: `B${1000 + n}`,
    latitude: 28 + ((n * 7919) % 100_000) / 10_000,
    longitude: 104 + ((n * 104_729) % 120_000) / 10_000,
    pressureAltitudeM: 300 + (n % 2700),
    geometricAltitudeM: 320.5 + (n % 2700),
    groundSpeedMps: 30 + (n % 500) / 10,
    trackDeg: (n * 13) % 360,
    verticalRateMps: ((n % 40) - 20) / 4,
    onGround: false,
    at: atMs,
    sourceId: 1 + (n % 3),
    ...plainTarget,
    planId: n % 5 === 0 ? n : null,
  };
}
