import type { DecodedWeather, Forecast, Observation } from './weather.ts';

/**
 * Does a corrected report say anything of what a flight is planned and flown by that the one before it did not: of a forecast its
 * conditions, changes and times; of an observation wind, visibility, weather, cloud, pressure, wind shear and trend. Temperatures
 * and remarks alone concern nobody at once. `before`: null where it never came.
 */
export function correctsWhatMatters(now: Observation | Forecast, before: DecodedWeather | null): boolean {
  if (before === null) return now.kind === 'TAF';
  return said(now) !== said(before);
}

function said(decoded: DecodedWeather): string {
  if (decoded.kind === 'TAF') {
    const { validFrom, validTo, isMissing, base, changes } = decoded;
    return JSON.stringify([validFrom, validTo, isMissing, base, changes]);
  }
  if (decoded.kind !== 'METAR' && decoded.kind !== 'SPECI') return '';
  const { wind, cavok, visibility, runwayVisualRange, weather, noSignificantWeather, isMissing } = decoded;
  const { cloud, noCloud, verticalVisibilityFt, qnhHpa, windShear, isWithoutChange, trend } = decoded;
  return JSON.stringify([
    ...[isMissing, wind, cavok, visibility, runwayVisualRange, weather, noSignificantWeather],
    ...[cloud, noCloud, verticalVisibilityFt, qnhHpa, windShear, isWithoutChange, trend],
  ]);
}
