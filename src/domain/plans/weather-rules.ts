import type { Position } from '#domain/geo/geodesy.ts';
import { nightAt } from '#domain/geo/sun.ts';
import { nameValues } from '#domain/text/name-in.ts';
import { inOneLine } from '#domain/text/shortened.ts';
import { formatWall } from '#domain/time/wall-clock.ts';
import { belowMinima, type OwnMinima } from '#domain/weather/category.ts';
import { changedBy, forecastOf, forecastOver } from '#domain/weather/forecast-time.ts';
import { leastCrossMps, type RunwayEnd, runwayWinds } from '#domain/weather/runway-wind.ts';
import type { Conditions, Forecast, Observation } from '#domain/weather/weather.ts';
import type { Finding } from './findings.ts';

/** An observation says what is so long after it; a forecast is asked for so long before and after the time. */
const observationForMs = 90 * 60_000;
const besideMs = 30 * 60_000;
/** The trend of an observation is for two hours (ICAO Annex 3, 6.3.2). */
const trendForMs = 2 * 3_600_000;
/** So much of a report stands in a finding. */
const longestText = 300;

/** What is reported of an aerodrome, with the records that say so. */
export interface ReportedWeather {
  station: string;
  observation: { id: number; raw: string; decoded: Observation } | null;
  /** Those that are not over, the newest first. */
  forecasts: readonly { id: number; raw: string; decoded: Forecast }[];
}

/** What a flight needs there; null: no limit. */
export interface WeatherNeeds {
  minima: OwnMinima;
  maxCrosswindMps: number | null;
  /** Of the aircraft, as it is told: `C172`. */
  type: string;
}

type Likely = 'observed' | 'prevailing' | 'possible';

interface Said {
  likely: Likely;
  conditions: Conditions;
  with: { id: number; label: string };
  /** As it was issued: its kind, place, time and words. */
  text: string;
}

function sourceOf(
  { id, raw, decoded }: { id: number; raw: string; decoded: { kind: string } },
  station: string,
): Pick<Said, 'with' | 'text'> {
  const { kind } = decoded;
  const text = raw.trimStart().startsWith(kind) ? raw : `${kind} ${raw}`;
  return { with: { id, label: `${kind} ${station}` }, text: inOneLine(text, longestText) };
}

/** What is said of a time, the surest first. */
function saidOf({ station, observation, forecasts }: ReportedWeather, from: number, to: number): Said[] {
  const said: Said[] = [];
  const observedAt = observation?.decoded.observedAt ?? 0;
  const reported = observation && sourceOf(observation, station);
  if (observation && reported && !observation.decoded.isMissing && from <= observedAt + observationForMs)
    said.push({ likely: 'observed', conditions: observation.decoded, ...reported });
  const forecast = forecastOf(forecasts, { from, to });
  const stretches = forecast
    ? forecastOver(forecast.decoded, { from: from - besideMs, to: to + besideMs })
    : [];
  const forecasted = forecast && sourceOf(forecast, station);
  for (const { prevailing } of stretches)
    if (forecasted) said.push({ likely: 'prevailing', conditions: prevailing, ...forecasted });
  if (observation && reported)
    for (const conditions of trendOver(observation.decoded, from, to))
      said.push({ likely: 'possible', conditions, ...reported });
  for (const { possible } of stretches)
    for (const { conditions } of possible)
      if (forecasted) said.push({ likely: 'possible', conditions, ...forecasted });
  return said;
}

/** What the trend of an observation says of a time; a change that is not said to end lasts as long as trends do. */
function trendOver(observation: Observation, from: number, to: number): Conditions[] {
  const ends = observation.observedAt + trendForMs;
  return observation.trend.flatMap((part) => {
    const until = part.kind === 'TEMPO' ? (part.to ?? ends) : ends;
    const isThen = (part.from ?? observation.observedAt) <= to && until >= from;
    return isThen ? [changedBy(observation, part.conditions)] : [];
  });
}

/**
 * Is the weather at an aerodrome below what a flight needs when it is there? Of each kind one finding, by the surest
 * report that says so. `ends`: of its runways where it is to be used, empty on the way.
 */
export function checkWeather(
  reported: ReportedWeather,
  needs: WeatherNeeds,
  use: {
    code: 'departure' | 'enRoute' | 'arrival';
    field: string;
    from: number;
    to: number;
    ends: readonly RunwayEnd[];
    timeZone: string;
  },
): Finding[] {
  const { code, field, from, to, ends, timeZone } = use;
  const found = new Map<string, Finding>();
  for (const { likely, conditions, with: source, text } of saidOf(reported, from, to)) {
    const add = (kind: string, rule: string, values: Record<string, string | number>) => {
      if (found.has(kind)) return;
      const base = { station: reported.station, at: formatWall(from, timeZone).slice(5), likely };
      found.set(kind, {
        level: 'warning',
        code: `weather.${code}`,
        rule,
        field,
        message: { key: `plan.check.${kind}`, values: { ...base, ...values, text } },
        with: { resource: 'weatherReport', ...source },
      });
    };
    for (const { what, is, least } of belowMinima(conditions, needs.minima)) {
      const kind = what === 'visibility' ? 'weatherVisibility' : 'weatherCeiling';
      add(kind, 'plan.rule.weatherMinima', { is, least });
    }
    const cross = conditions.wind && leastCrossMps(runwayWinds(conditions.wind, ends));
    const most = needs.maxCrosswindMps;
    if (most !== null && cross !== null && cross > most)
      add('crosswind', 'plan.rule.crosswind', { is: cross.toFixed(1), most, type: needs.type });
  }
  return [...found.values()];
}

/** A take-off or landing under visual rules outside civil twilight; none: it is by day, or the sun does not say. */
export function checkNight(
  place: { name: string; nameEn?: string | null; position: Position },
  at: number,
  timeZone: string,
  field: string,
): Finding[] {
  const night = nightAt(place.position, at);
  if (!night) return [];
  const clock = (time: number) => formatWall(time, timeZone).slice(5);
  const values = {
    ...nameValues('place', place),
    at: clock(at),
    dawn: clock(night.dawn),
    dusk: clock(night.dusk),
  };
  return [
    {
      level: 'warning',
      code: 'night',
      rule: 'plan.rule.night',
      field,
      message: { key: 'plan.check.night', values },
      with: null,
    },
  ];
}
