import { describe, expect, test } from 'vitest';
import { modelVariation, variationAt, variationText } from '#domain/geo/magnetic-variation.ts';

const on = (day: string) => Date.parse(`${day}T00:00:00Z`);

describe('magnetic variation by the model', () => {
  // From the test values that NOAA publishes with WMM2025.
  test.each([
    [80, 0, 1.3],
    [0, 120, -0.2],
    [-80, 240, 68.8],
  ])('at %d, %d at the beginning of 2025 it is %d°', (latitude, longitude, degrees) => {
    expect(modelVariation({ latitude, longitude }, on('2025-01-01'))).toBe(degrees);
  });

  test('it moves with the years, and holds still after the last day of the model', () => {
    const beijing = { latitude: 40.08, longitude: 116.58 };
    expect(modelVariation(beijing, on('2020-06-10'))).toBe(-7.3);
    expect(modelVariation(beijing, on('2026-06-10'))).toBe(-7.6);
    expect(modelVariation(beijing, on('2040-01-01'))).toBe(modelVariation(beijing, on('2029-11-12')));
  });

  test('near a magnetic pole there is none', () => {
    expect(modelVariation({ latitude: 86, longitude: 140 }, on('2025-01-01'))).toBeNull();
  });
});

test('what is recorded of a place comes before the model; a place that nobody knows has none', () => {
  const at = on('2026-06-10');
  const chengdu = { latitude: 30.58, longitude: 103.95 };
  expect(variationAt(-3, chengdu, at)).toBe(-3);
  expect(variationAt(0, chengdu, at)).toBe(0);
  expect(variationAt(null, chengdu, at)).toBe(-2.4);
  expect(variationAt(undefined, null, at)).toBeNull();
});

test('it is written with its side', () => {
  expect([-7.6, 2, 0].map(variationText)).toEqual(['7.6° W', '2.0° E', '0.0°']);
});
