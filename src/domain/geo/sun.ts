import { getTimes } from 'suncalc';
import type { Position } from './geodesy.ts';

/** Of one day at one place, UTC ms; null: it does not happen that day, near the poles. */
export interface SunTimes {
  /** Begin of civil twilight. */
  dawn: number | null;
  sunrise: number | null;
  sunset: number | null;
  /** End of civil twilight. */
  dusk: number | null;
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

const at = (date: Date | null | undefined) => (date && !Number.isNaN(date.getTime()) ? date.getTime() : null);

/** Sun and civil twilight (6° below the horizon) of the solar day around `noon`, UTC ms. */
export function sunTimes({ latitude, longitude }: Position, noon: number): SunTimes {
  const { dawn, sunrise, sunset, dusk } = getTimes(new Date(noon), latitude, longitude);
  return { dawn: at(dawn), sunrise: at(sunrise), sunset: at(sunset), dusk: at(dusk) };
}

/** Sun and civil twilight of the solar day in which a moment (UTC ms) is: of the noon that is nearest to it. */
export function sunTimesAround(place: Position, moment: number): SunTimes {
  const base = 12 * hourMs - (place.longitude / 15) * hourMs;
  return sunTimes(place, Math.round((moment - base) / dayMs) * dayMs + base);
}

/**
 * The civil twilight between which a moment (UTC ms) is not; null: it is by day, or there is no twilight that day. Night is
 * from the end of evening civil twilight to the beginning of morning civil twilight.
 */
export function nightAt(place: Position, moment: number): { dawn: number; dusk: number } | null {
  const { dawn, dusk } = sunTimesAround(place, moment);
  return dawn === null || dusk === null || (moment >= dawn && moment <= dusk) ? null : { dawn, dusk };
}
