import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { planState } from '#domain/plans/states.ts';
import { simulate } from '#domain/surveillance/track/simulate.ts';
import { demoFlight } from '#server/demo/demo-traffic.ts';
import { startGenerator } from '#server/demo/generator.ts';
import type { FlyablePlan } from '#server/features/plans/active-plans.ts';
import { silentLog } from '#tests/support/database.ts';

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

  it('goes on where a flight does not fit CAT021, and says so', async () => {
    const listening = createSocket('udp4').bind(0, '127.0.0.1');
    await once(listening, 'listening');
    const said: unknown[] = [];
    const misfit = demoFlight({ ...plan, icao24: 'no address' });
    const others = Array.from({ length: 25 }, () => demoFlight(plan));
    const generator = startGenerator({
      flights: async () => [...others, misfit],
      to: () => ({ host: '127.0.0.1', port: listening.address().port }),
      clock: () => new Date(etd),
      log: { ...silentLog, warn: (facts: unknown) => said.push(facts) },
    });
    for (let datagrams = 0; datagrams < 2; datagrams += 1) await once(listening, 'message');
    await generator.close();
    listening.close();
    expect(said).toContainEqual(expect.objectContaining({ reason: expect.stringMatching(/^asterix\./) }));
  });
});
