import { describe, expect, it } from 'vitest';
import {
  belowMinima,
  categoryOf,
  ceilingOf,
  defaultCategoryLimits,
  limitsWith,
  worstCategory,
} from '#domain/weather/category.ts';
import { conditions, layer, visibility } from '../../support/weather.ts';

const of = (more: Parameters<typeof conditions>[0]) => categoryOf(conditions(more), defaultCategoryLimits);

describe('flight category', () => {
  it.each([
    ['CAVOK', { cavok: true }, 'VFR'],
    ['8 km and a high ceiling', { ...visibility(8_000), cloud: [layer('BKN', 3_000)] }, 'VFR'],
    ['less than 8 km', { ...visibility(7_000), noCloud: 'NSC' }, 'MVFR'],
    ['a ceiling below 3,000 ft', { ...visibility(10_000), cloud: [layer('OVC', 2_900)] }, 'MVFR'],
    ['less than 5 km', { ...visibility(4_900), noCloud: 'NSC' }, 'IFR'],
    ['a ceiling below 500 ft', { ...visibility(10_000), cloud: [layer('BKN', 400)] }, 'LIFR'],
    ['fog with vertical visibility', { ...visibility(300), verticalVisibilityFt: 100 }, 'LIFR'],
    ['few clouds are no ceiling', { ...visibility(10_000), cloud: [layer('FEW', 300)] }, 'VFR'],
  ] as const)('%s', (_, more, expected) => {
    expect(of({ ...more, cloud: 'cloud' in more ? [...more.cloud] : [] })).toBe(expected);
  });

  it('is never good by what is not said', () => {
    expect(of({ noCloud: 'NSC' })).toBe(null);
    expect(of({ ...visibility(10_000) })).toBe(null);
    expect(of({ ...visibility(10_000), cloud: [layer('BKN', null)] })).toBe(null);
    expect(of({ ...visibility(800) })).toBe('LIFR');
    expect(of({ cloud: [layer('OVC', 800)] })).toBe('IFR');
  });

  it('follows the minima of an operator', () => {
    const strict = limitsWith(defaultCategoryLimits, { visibilityM: 9_000, ceilingFt: null });
    const limits = strict.instrument;
    expect(limits).toEqual({ visibilityM: 9_000, ceilingFt: 1_000 });
    expect(categoryOf(conditions({ ...visibility(8_000), noCloud: 'NSC' }), strict)).toBe('IFR');
    const bold = limitsWith(defaultCategoryLimits, { visibilityM: 1_500, ceilingFt: 300 });
    expect(categoryOf(conditions({ ...visibility(1_550), noCloud: 'NSC' }), bold)).toBe('MVFR');
  });

  it('names the worst of several', () => {
    expect(worstCategory(['VFR', null, 'IFR', 'MVFR'])).toBe('IFR');
    expect(worstCategory([null])).toBe(null);
  });

  it('takes the lowest layer that covers', () => {
    expect(
      ceilingOf(conditions({ cloud: [layer('FEW', 500), layer('OVC', 4_000), layer('BKN', 2_000)] })),
    ).toBe(2_000);
  });

  it('says which minimum is not met', () => {
    const poor = conditions({ ...visibility(3_000), cloud: [layer('OVC', 800)] });
    expect(belowMinima(poor, { visibilityM: 5_000, ceilingFt: 1_000 })).toEqual([
      { what: 'visibility', is: 3_000, least: 5_000 },
      { what: 'ceiling', is: 800, least: 1_000 },
    ]);
    expect(belowMinima(poor, { visibilityM: null, ceilingFt: 500 })).toEqual([]);
  });
});
