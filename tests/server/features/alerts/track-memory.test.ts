import { expect, it } from 'vitest';
import { atOnce } from '#domain/steps.ts';
import { plainTarget, type Target } from '#domain/surveillance/track/target.ts';
import { createTrackMemory } from '#server/features/alerts/track-memory.ts';

const noon = Date.UTC(2026, 10, 21, 12);

const flying = (id: string, at = noon, more: Partial<Target> = {}): Target => ({
  ...plainTarget,
  id,
  icao24: id,
  callsign: null,
  latitude: 30,
  longitude: 104,
  pressureAltitudeM: 600,
  geometricAltitudeM: null,
  groundSpeedMps: 50,
  trackDeg: 0,
  verticalRateMps: null,
  onGround: false,
  at,
  sourceId: 1,
  planId: null,
  ...more,
});

function memoryWith() {
  const memory = createTrackMemory();
  const look = (targets: Target[], nowMs = noon) =>
    atOnce(
      memory.observe(
        targets.map((target) => ({ target })),
        nowMs,
      ),
    );
  return { memory, look };
}

const ids = (targets: readonly { id: string }[]) => targets.map(({ id }) => id).sort();

it('remembers who is heard no more, but for those who stand on the ground', () => {
  const { look } = memoryWith();
  const [a, b, c, d] = [flying('a'), flying('b'), flying('c', noon, { onGround: true }), flying('d')];
  look([a, b, c, d]);
  const { targets, lost } = look([d]);
  expect([ids(targets), ids(lost)]).toEqual([['d'], ['a', 'b']]);
  const again = look([flying('a', noon + 1_000), d]);
  expect([ids(again.targets), ids(again.lost)]).toEqual([['a', 'd'], ['b']]);
});

it('says how each turns, wherever it stands among the others', () => {
  const { look } = memoryWith();
  for (let second = 0; second <= 4; second += 1) {
    const at = noon + second * 1_000;
    // The first is gone, and the last takes its place.
    const others = second < 3 ? [flying('a', at)] : [];
    look([...others, flying('b', at), flying('c', at, { trackDeg: 3 * second })], at);
  }
  const { targets } = look([flying('b', noon + 5_000), flying('c', noon + 5_000, { trackDeg: 15 })]);
  expect(Object.fromEntries(targets.map(({ id, turnDps }) => [id, turnDps]))).toEqual({ b: 0, c: 3 });
});

it('a flood of tracks that come and go leaves the last of them, and all that have a plan', () => {
  const { look } = memoryWith();
  look([flying('planned', noon, { planId: 7 })]);
  const flood = (round: number) => Array.from({ length: 3_000 }, (_, i) => flying(`f${round}.${i}`));
  for (let round = 0; round < 4; round += 1) look(flood(round));
  const { targets, lost } = look([]);
  expect(targets).toEqual([]);
  expect(lost).toHaveLength(5_001);
  expect(lost[0]?.id).toBe('planned');
  expect(lost.at(-1)?.id).toBe('f3.2999');
  expect(look([], noon + 7 * 3_600_000).lost).toEqual([]);
});
