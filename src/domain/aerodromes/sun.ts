import { getTimes } from 'suncalc';
import type { Position } from '#domain/geo/geodesy.ts';

/** Of one day at one place, UTC ms; null: it does not happen that day, near the poles. */
export interface SunTimes {
  /** Begin of civil twilight. */
  dawn: number | null;
  sunrise: number | null;
  sunset: number | null;
  /** End of civil twilight. */
  dusk: number | null;
}

const at = (date: Date | null | undefined) => (date && !Number.isNaN(date.getTime()) ? date.getTime() : null);

/** Sun and civil twilight (6° below the horizon) of the solar day around `noon`, UTC ms. */
export function sunTimes({ latitude, longitude }: Position, noon: number): SunTimes {
  const { dawn, sunrise, sunset, dusk } = getTimes(new Date(noon), latitude, longitude);
  return { dawn: at(dawn), sunrise: at(sunrise), sunset: at(sunset), dusk: at(dusk) };
}
