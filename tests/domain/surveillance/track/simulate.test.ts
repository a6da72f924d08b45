import { describe, expect, it } from 'vitest';
import { simulate } from '#domain/surveillance/track/simulate.ts';

const flight = {
  path: [
    [113, 23],
    [113, 23.1],
    [113.4, 23.1],
  ] as [number, number][],
  groundSpeedMps: 50,
  cruiseAltitudeM: 600,
  fieldElevationM: 15,
};

describe('a simulated flight', () => {
  it('stands at its field until it has taxied', () => {
    const state = simulate(flight, 5);
    expect(state.latitude).toBeCloseTo(23, 9);
    expect(state).toMatchObject({ longitude: 113, altitudeM: 15, onGround: true, verticalRateMps: 0 });
  });

  it('climbs along the first leg', () => {
    const state = simulate(flight, 20 + 60);
    expect(state.onGround).toBe(false);
    expect(state.altitudeM).toBeCloseTo(15 + 180, 6);
    expect(state.trackDeg).toBeCloseTo(0, 6);
    // 3,000 m north: a degree of latitude is 110.76 km here.
    expect(state.latitude).toBeCloseTo(23 + 3000 / 110_760, 4);
  });

  it('cruises level, then flies the second leg eastward', () => {
    const state = simulate(flight, 20 + 240);
    expect(state.altitudeM).toBe(600);
    expect(state.verticalRateMps).toBe(0);
    expect(state.trackDeg).toBeCloseTo(90, 0);
  });

  it('descends to the end of its path and stays there', () => {
    const last = simulate(flight, 20 + 10_000);
    expect(last).toMatchObject({ altitudeM: 15, groundSpeedMps: 0, onGround: true });
    expect(last.longitude).toBeCloseTo(113.4, 6);
    expect(last.latitude).toBeCloseTo(23.1, 6);
  });

  it('hovers where it has one point only', () => {
    const state = simulate({ ...flight, path: [[113, 23]] }, 1_000);
    expect(state).toMatchObject({ latitude: 23, longitude: 113, altitudeM: 600, groundSpeedMps: 0 });
  });
});
