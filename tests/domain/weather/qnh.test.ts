import { expect, it } from 'vitest';
import { qnhAt } from '#domain/weather/qnh.ts';

const now = Date.UTC(2026, 10, 7, 9);
const minutes = (count: number) => count * 60_000;
const at = (station: string, latitude: number, qnhHpa: number, age: number) => ({
  station,
  position: { latitude, longitude: 116 },
  qnhHpa,
  observedAt: now - minutes(age),
});
const limits = { withinM: 100_000, forMs: minutes(90) };

it('takes the pressure of the nearest aerodrome that is near and recent enough', () => {
  const reported = [at('ZBAA', 40, 1_020, 10), at('ZBTJ', 39.5, 1_018, 10), at('ZBNY', 39.8, 1_019, 120)];
  const found = qnhAt({ latitude: 39.7, longitude: 116 }, reported, limits, now);
  expect(found?.station).toBe('ZBTJ');
  expect(found?.distanceM).toBeCloseTo(22_206, -2);
  expect(qnhAt({ latitude: 45, longitude: 116 }, reported, limits, now)).toBe(null);
  expect(qnhAt({ latitude: 40, longitude: 116 }, [at('ZBAA', 40, 1_020, 91)], limits, now)).toBe(null);
});
