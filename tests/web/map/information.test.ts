import { describe, expect, it } from 'vitest';
import type { WarningReport, WeatherStation } from '#contract/weather.ts';
import '#domain/text/locales/index.ts';
import { defaultCategoryLimits } from '#domain/weather/category.ts';
import { unconcern } from '#web/map/layers/concern.ts';
import { hits, type MapFeature, placedAt, projectFeature, seenAt } from '#web/map/layers/map-feature.ts';
import { forecastAreaFeature, stationFeature, warningFeature } from '#web/map/layers/weather-features.ts';
import { mercatorX, mercatorY } from '#web/map/mercator.ts';
import { conditions, forecast, observation, visibility, warning, wind } from '../../support/weather.ts';

const wording = { locale: 'en', timeZone: 'UTC' } as const;
const hour = (value: number) => Date.UTC(2026, 10, 7, value);
const metres = (value: number) => ({ value, unit: 'm' as const, reference: 'AMSL' as const });
const level = (value: number, unit: 'm' | 'FL' = 'm') =>
  unit === 'm' ? metres(value) : { value, unit, reference: 'STD' as const };

describe('what concerns a moment', () => {
  const area = {
    holds: [{ from: hour(9), to: hour(13) }],
    limits: { lower: level(100, 'FL'), upper: level(200, 'FL') },
  };
  it.each([
    ['within', 10, null, null],
    ['at its begin', 9, null, null],
    ['before', 8, null, 'map.information.later'],
    ['at its end', 13, null, 'map.information.over'],
    ['at its height', 10, metres(4_500), null],
    ['far below it', 10, metres(900), 'map.information.above'],
    ['far above it', 10, level(300, 'FL'), 'map.information.below'],
  ] as const)('%s', (_, at, level, key) => {
    expect(unconcern(area, { atMs: hour(at), level })?.key ?? null).toBe(key);
  });

  it('is everything that cannot be compared, or has no times', () => {
    const low = {
      holds: area.holds,
      limits: { lower: null, upper: { value: 300, unit: 'm' as const, reference: 'AGL' as const } },
    };
    expect(unconcern(low, { atMs: hour(10), level: metres(3_000) })).toBe(null);
    expect(unconcern({ limits: area.limits }, { atMs: hour(20), level: metres(100) })).toBe(null);
  });
});

const report = { id: 7, raw: 'RAW=', amendment: 'none', isDemo: false };
const station = (more: Partial<WeatherStation> = {}): WeatherStation => ({
  station: 'ZHEC',
  airport: 3,
  name: '鄂州',
  nameEn: 'Ezhou',
  position: { latitude: 30, longitude: 115 },
  observation: { ...report, decoded: observation({ observedAt: hour(9) }), category: 'VFR' },
  forecast: {
    ...report,
    decoded: forecast({
      changes: [
        {
          kind: 'FM',
          from: hour(15),
          to: null,
          conditions: conditions({ ...visibility(900), noCloud: 'NSC', wind: wind(90, 12) }),
        },
      ],
    }),
  },
  ...more,
});
const shown = (one: WeatherStation, at: number): MapFeature => {
  const feature = stationFeature(one, { limits: defaultCategoryLimits }, wording);
  const projected = feature && projectFeature(feature);
  if (!projected) throw new Error('nothing is drawn');
  return seenAt(projected, { atMs: at, level: null });
};

describe('a station on the map', () => {
  it('is as observed now, and as forecast later', () => {
    expect(shown(station(), hour(10)).style).toMatchObject({
      colour: 'vfr',
      station: { category: 'VFR', wind: { directionDeg: 320 } },
    });
    const later = shown(station(), hour(16));
    expect(later.style).toMatchObject({
      colour: 'lifr',
      station: { category: 'LIFR', wind: { directionDeg: 90, speedMps: 12 } },
    });
    expect(later.label).toBe('LIFR');
    expect(later.card?.link).toBe('/information/weatherInfor?station=ZHEC');
  });

  it('is dim where nothing is known of that time', () => {
    const late = shown(station({ forecast: null }), hour(16));
    expect(late.style).toMatchObject({ colour: 'neutral', symbol: 'station' });
    expect(late.label).toBe('');
    expect(stationFeature(station({ position: null }), { limits: defaultCategoryLimits }, wording)).toBe(
      null,
    );
  });
});

describe('a warning on the map', () => {
  const area = {
    type: 'Polygon' as const,
    coordinates: [
      [
        [110, 30],
        [112, 30],
        [112, 32],
        [110, 30],
      ],
    ],
  };
  const decoded = warning({ area });
  const stored = { ...report, decoded, area, lower: decoded.lower, upper: decoded.upper } as WarningReport;

  it('says what, how high and where it moves', () => {
    const feature = warningFeature(stored, wording);
    expect(feature?.label).toMatch(/\nFL180 – FL340\n→ 36 km\/h$/);
    expect(feature).toMatchObject({ style: { colour: 'sigmet' }, holds: [{ from: hour(9), to: hour(13) }] });
    expect(warningFeature({ ...stored, area: null }, wording)).toBe(null);
  });

  it('has where it is expected at the end of its time as an outline of its own', () => {
    expect(forecastAreaFeature(stored, wording)).toBe(null);
    const moved = { ...stored, decoded: { ...decoded, forecastArea: area } };
    const feature = forecastAreaFeature(moved, wording);
    expect(feature).toMatchObject({ geometry: area, byOutline: true, style: { inside: 'none' } });
    expect(feature?.id).not.toBe(warningFeature(moved, wording)?.id);
    expect(feature?.label).toMatch(/\d\d-\d\d \d\d:\d\d/);
  });

  it('stands where it is expected at the chosen moment, and is met there', () => {
    const feature = warningFeature(stored, wording);
    const projected = feature && projectFeature(feature);
    if (!projected) throw new Error('it is not drawn');
    expect(placedAt(projected, null)).toBe(projected);
    const moment = { atMs: hour(12), level: null };
    const later = placedAt(projected, moment);
    // To the east, at 36 km/h: 108 km in three hours are 1.1°.
    expect((later.box.west - projected.box.west) * 360).toBeCloseTo(1.12, 1);
    expect(placedAt(projected, moment)).toBe(later);
    const [x, y] = [mercatorX(112.5), mercatorY(31)];
    expect([hits(projected, x, y, 1e-6), hits(later, x, y, 1e-6)]).toEqual([false, true]);
    expect(feature.at?.(moment).card?.subtitle).toBe('Expected at 11-07 12:00 UTC');
  });

  it('is an outline without a name when it is over', () => {
    const feature = warningFeature(stored, wording);
    const projected = feature && projectFeature(feature);
    const seen = projected && seenAt(projected, { atMs: hour(14), level: null });
    expect(seen).toMatchObject({ label: '', style: { colour: 'neutral', inside: 'none' } });
    // The same moment is worked out once.
    const moment = { atMs: hour(10), level: null };
    expect(projected && seenAt(projected, moment)).toBe(projected && seenAt(projected, moment));
  });
});
