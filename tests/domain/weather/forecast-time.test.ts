import { describe, expect, it } from 'vitest';
import { defaultCategoryLimits, visibilityOf } from '#domain/weather/category.ts';
import { categoriesIn, changedBy, forecastOver, forecastStretches } from '#domain/weather/forecast-time.ts';
import type { TrendPart } from '#domain/weather/weather.ts';
import { conditions, forecast, layer, visibility, wind } from '../../support/weather.ts';

const hour = (value: number) => Date.UTC(2026, 10, 7, value);
const part = (kind: TrendPart['kind'], from: number, to: number | null, more: object): TrendPart => ({
  kind,
  from: hour(from),
  to: to === null ? null : hour(to),
  conditions: conditions(more),
});

const fog = { ...visibility(800), verticalVisibilityFt: 200 };
const day = forecast({
  changes: [
    part('BECMG', 14, 16, { wind: wind(90, 6) }),
    part('TEMPO', 18, 22, { ...visibility(3_000) }),
    part('PROB30', 20, 24, fog),
    part('FM', 26, null, { ...visibility(10_000), noCloud: 'NSC', wind: wind(180, 3) }),
  ],
});

describe('a forecast at a moment', () => {
  it('is cut where what it says changes', () => {
    const hours = forecastStretches(day).map(({ from }) => (from - hour(0)) / 3_600_000);
    expect(hours).toEqual([9, 14, 16, 18, 20, 22, 24, 26]);
  });

  it('keeps what prevails until a change is over, and says what may be', () => {
    const [during] = forecastOver(day, { from: hour(15), to: hour(15) });
    expect(during?.prevailing.wind?.directionDeg).toBe(320);
    expect(during?.possible.map(({ kind, conditions }) => [kind, conditions.wind?.directionDeg])).toEqual([
      ['BECMG', 90],
    ]);
    const [after] = forecastOver(day, { from: hour(16), to: hour(16) });
    expect(after?.prevailing).toMatchObject({ cavok: true, wind: { directionDeg: 90 } });
    expect(after?.possible).toEqual([]);
  });

  it('names the worst that may be beside what prevails', () => {
    const evening = forecastOver(day, { from: hour(19), to: hour(21) });
    expect(evening).toHaveLength(2);
    expect(categoriesIn(evening, defaultCategoryLimits)).toEqual({ prevailing: 'VFR', worst: 'LIFR' });
    const early = forecastOver(day, { from: hour(18), to: hour(19) });
    expect(categoriesIn(early, defaultCategoryLimits)).toEqual({ prevailing: 'VFR', worst: 'IFR' });
  });

  it('says everything anew from FM', () => {
    const [late] = forecastOver(day, { from: hour(27), to: hour(28) });
    expect(late?.prevailing).toMatchObject({ cavok: false, noCloud: 'NSC', wind: { directionDeg: 180 } });
  });

  it('says nothing outside its time, cancelled or missing', () => {
    expect(forecastOver(day, { from: hour(34), to: hour(35) })).toEqual([]);
    expect(forecastOver(day, { from: hour(1), to: hour(9) })).toEqual([]);
    expect(forecastStretches(forecast({ amendment: 'CNL' }))).toEqual([]);
    expect(forecastStretches(forecast({ isMissing: true }))).toEqual([]);
  });

  it('ends CAVOK with its first part that is otherwise, and NSW ends weather', () => {
    const rain = { code: 'RA', intensity: 'moderate' as const, descriptor: null, phenomena: ['RA'] };
    const wet = changedBy(conditions({ cavok: true }), conditions({ weather: [rain] }));
    expect(wet).toMatchObject({ cavok: false, noCloud: 'NSC', weather: [rain] });
    expect(visibilityOf(wet)).toBe(10_000);
    expect(changedBy(wet, conditions({ noSignificantWeather: true })).weather).toEqual([]);
    const cloudy = changedBy(wet, conditions({ cloud: [layer('BKN', 1_000)] }));
    expect(cloudy).toMatchObject({ noCloud: null, weather: [rain] });
    expect(changedBy(cloudy, conditions({ cavok: true }))).toMatchObject({
      cavok: true,
      weather: [],
      cloud: [],
    });
  });
});
