import type { Locale } from '#domain/text/label.ts';
import { serviceZone } from '#web/client/clock.ts';
import { callService } from '#web/client/services.ts';
import type { MapFeature } from './map-feature.ts';
import { forecastAreaFeature, stationFeature, warningFeature } from './weather-features.ts';

const wordingIn = (locale: Locale) => ({ locale, timeZone: serviceZone() });

/** Aerodromes that report, by category at the moment of the slider: now as observed, later as forecast. */
export async function loadWeatherStations(locale: Locale, signal: AbortSignal): Promise<MapFeature[]> {
  const answer = await callService('Weather', 'GetStations', {});
  if (signal.aborted) return [];
  return answer.items.flatMap((station) => stationFeature(station, answer, wordingIn(locale)) ?? []);
}

/** SIGMET, AIRMET and advisories of the next 24 hours that say where. */
export async function loadWeatherWarnings(locale: Locale, signal: AbortSignal): Promise<MapFeature[]> {
  const answer = await callService('Weather', 'GetWarnings', {});
  if (signal.aborted) return [];
  const wording = wordingIn(locale);
  return answer.items.flatMap((warning) =>
    [forecastAreaFeature(warning, wording), warningFeature(warning, wording)].filter((one) => one !== null),
  );
}
