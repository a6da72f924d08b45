import { describe, expect, it } from 'vitest';
import { leastCrossMps, runwayEnds, runwayWinds } from '#domain/weather/runway-wind.ts';
import { wind } from '../../support/weather.ts';

const ends = runwayEnds([{ designator: '18/36', headingTrue: 180 }]);

describe('wind against a runway', () => {
  it('has both ends, by bearing or by designator and variation', () => {
    expect(ends).toEqual([
      { designator: '18', headingDeg: 180 },
      { designator: '36', headingDeg: 0 },
    ]);
    expect(runwayEnds([{ designator: '09L/27R' }], -6).map(({ headingDeg }) => headingDeg)).toEqual([
      84, 264,
    ]);
    expect(runwayEnds([{ designator: 'H1' }])).toEqual([]);
  });

  it('is cut into head, cross and tail wind, the best end first', () => {
    const [best, other] = runwayWinds(wind(30, 10, { gustMps: 14 }), ends);
    expect(best?.designator).toBe('36');
    expect(best?.headMps).toBeCloseTo(8.66, 2);
    expect(best?.crossMps).toBeCloseTo(5, 5);
    expect(best?.crossFrom).toBe('right');
    expect(best?.gustCrossMps).toBeCloseTo(7, 5);
    expect(best?.tailMps).toBe(0);
    expect(other?.crossFrom).toBe('left');
    expect(other?.tailMps).toBeCloseTo(8.66, 2);
    expect(other?.gustTailMps).toBeCloseTo(12.12, 2);
  });

  it('takes the most that a varying direction leaves', () => {
    const sector = runwayWinds(wind(350, 10, { variableDeg: [320, 50] }), ends)[0];
    expect(sector?.crossMps).toBeCloseTo(10 * Math.sin((50 * Math.PI) / 180), 3);
    expect(sector?.crossFrom).toBe(null);
    const [all] = runwayWinds(wind(null, 3), ends);
    expect(all).toMatchObject({ headMps: null, crossMps: 3, tailMps: 3, crossFrom: null });
  });

  it('finds the least cross wind, gusts counted', () => {
    const crossed = runwayEnds([
      { designator: '18/36', headingTrue: 180 },
      { designator: '09/27', headingTrue: 90 },
    ]);
    expect(leastCrossMps(runwayWinds(wind(80, 10, { gustMps: 20 }), crossed))).toBeCloseTo(3.47, 2);
    expect(leastCrossMps([])).toBe(null);
  });
});
