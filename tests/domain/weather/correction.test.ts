import { expect, test } from 'vitest';
import { correctsWhatMatters } from '#domain/weather/correction.ts';
import { conditions, forecast, observation, visibility, wind } from '#tests/support/weather.ts';

test.each([
  ['wind', { wind: wind(90, 12) }, true],
  ['pressure', { qnhHpa: 1_010 }, true],
  ['temperature', { temperatureC: 17 }, false],
  ['remarks', { remarks: 'X' }, false],
])('a corrected observation matters by its %s or not', (_, more, matters) => {
  expect(correctsWhatMatters(observation({ isCorrected: true, ...more }), observation())).toBe(matters);
});

test('a corrected forecast matters where it says another weather or time, or is the first that came', () => {
  const corrected = (more = {}) => forecast({ amendment: 'COR', ...more });
  expect(correctsWhatMatters(corrected(), forecast())).toBe(false);
  expect(correctsWhatMatters(corrected({ base: conditions(visibility(800)) }), forecast())).toBe(true);
  expect(correctsWhatMatters(corrected({ validTo: 0 }), forecast())).toBe(true);
  expect(correctsWhatMatters(corrected(), null)).toBe(true);
  expect(correctsWhatMatters(observation({ isCorrected: true }), null)).toBe(false);
});
