import { describe, expect, it } from 'vitest';
import { planState } from '#domain/plans/states.ts';
import { simulate } from '#domain/surveillance/track/simulate.ts';
import { demoFlight } from '#server/demo/demo-traffic.ts';
import type { FlyablePlan } from '#server/features/plans/active-plans.ts';

const etd = Date.parse('2026-11-21T02:00:00Z');
const plan: FlyablePlan = {
  planId: 12,
  state: planState.inFlight,
  callsign: 'B10QA',
  icao24: '780c01',
  path: [
    [104.3, 30.9],
    [104.5, 30.9],
  ],
  etd,
  eta: etd + 3_600_000,
  altitudeM: 600,
  releasedAt: etd - 600_000,
  realEtd: null,
  takeoffAt: etd,
};

describe('the traffic of the demo', () => {
  it('stands at its departure while it is only released', () => {
    const flight = demoFlight({ ...plan, state: planState.releaseAllowed, takeoffAt: null });
    expect(flight.since).toBeNull();
    expect(flight.path[0]).toEqual([104.3, 30.9]);
  });

  it('takes off some minutes after the time applied for where nobody has reported it', () => {
    const realEtd = etd + 600_000;
    const flight = demoFlight({ ...plan, state: planState.releaseAllowed, takeoffAt: null, realEtd });
    expect(flight.since).toBe(realEtd + 180_000);
  });

  it.each([
    ['there and back', plan.path],
    ['its circuit', [[104.3, 30.9]]],
    [
      'its shape again and again',
      [
        [104.3, 30.9],
        [104.4, 30.95],
        [104.5, 30.9],
        [104.4, 30.85],
        [104.3, 30.9],
      ],
    ],
  ])('flies %s until about its arrival, and ends at its destination', (_name, path) => {
    const flight = demoFlight({ ...plan, path: path.map(([x = 0, y = 0]) => [x, y]) });
    expect(flight.path.at(-1)).toEqual(path.at(-1));
    expect(simulate(flight, 30 * 60).onGround).toBe(false);
    expect(simulate(flight, 2 * 3_600).onGround).toBe(true);
  });
});
