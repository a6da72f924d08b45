import type { Interval } from '#domain/time/interval.ts';
import { type CategoryLimits, categoryOf, type FlightCategory, worstCategory } from './category.ts';
import type { Conditions, Forecast, TrendPart } from './weather.ts';

/** What may be beside what prevails, for a while or with a probability. */
export interface PossibleConditions {
  kind: TrendPart['kind'];
  /** The whole of it: what prevails with what this part changes. */
  conditions: Conditions;
}

/** A stretch of a forecast in which the same is said. */
export interface ForecastStretch extends Interval {
  prevailing: Conditions;
  possible: PossibleConditions[];
}

/** What a part of a forecast says replaces what held; of what it says nothing, that stays (WMO-No. 306, FM 51). */
export function changedBy(before: Conditions, part: Conditions): Conditions {
  const saysCloud = part.cloud.length > 0 || part.noCloud !== null || part.verticalVisibilityFt !== null;
  const wind = part.wind ?? before.wind;
  if (part.cavok)
    return {
      wind,
      cavok: true,
      visibility: null,
      weather: [],
      noSignificantWeather: false,
      cloud: [],
      noCloud: null,
      verticalVisibilityFt: null,
    };
  // CAVOK is over as soon as one of its parts is said to be otherwise; what it said of the others stays.
  const changes = saysCloud || part.visibility !== null || part.weather.length > 0;
  const wasFine = before.cavok && changes;
  const visibility = wasFine ? { minimumM: 10_000, direction: null } : before.visibility;
  return {
    wind,
    cavok: before.cavok && !changes,
    visibility: part.visibility ?? visibility,
    weather: part.noSignificantWeather ? [] : part.weather.length > 0 ? part.weather : before.weather,
    noSignificantWeather:
      part.noSignificantWeather || (before.noSignificantWeather && part.weather.length === 0),
    cloud: saysCloud ? part.cloud : before.cloud,
    noCloud: saysCloud ? part.noCloud : wasFine ? 'NSC' : before.noCloud,
    verticalVisibilityFt: saysCloud ? part.verticalVisibilityFt : before.verticalVisibilityFt,
  };
}

/**
 * A forecast as the stretches in which it says the same, in order. While it becomes (BECMG) either may be: what was
 * prevails until it is over, what comes is possible. Empty: it is cancelled or missing.
 */
export function forecastStretches(forecast: Forecast): ForecastStretch[] {
  if (forecast.isMissing || forecast.amendment === 'CNL') return [];
  const { validFrom, validTo, base, changes } = forecast;
  const spanOf = ({ from, to }: TrendPart): Interval => ({ from: from ?? validFrom, to: to ?? validTo });
  const edges = changes.flatMap((part) => {
    const { from, to } = spanOf(part);
    return part.kind === 'FM' ? [from] : [from, to];
  });
  const inside = edges.filter((edge) => edge > validFrom && edge < validTo);
  const times = [...new Set([validFrom, ...inside, validTo])].sort((a, b) => a - b);
  return times.slice(0, -1).map((from, index) => {
    const to = times[index + 1] ?? validTo;
    let prevailing = base;
    const possible: TrendPart[] = [];
    for (const part of changes) {
      const span = spanOf(part);
      const isNow = span.from <= from && span.to > from;
      if (part.kind === 'FM') {
        if (span.from <= from) prevailing = part.conditions;
      } else if (part.kind === 'BECMG') {
        if (span.to <= from) prevailing = changedBy(prevailing, part.conditions);
        else if (isNow) possible.push(part);
      } else if (isNow) {
        possible.push(part);
      }
    }
    return {
      from,
      to,
      prevailing,
      possible: possible.map(({ kind, conditions }) => ({
        kind,
        conditions: changedBy(prevailing, conditions),
      })),
    };
  });
}

/** What a forecast says of a span of time; empty: nothing, it is not valid then. A moment is a span of no length. */
export function forecastOver(forecast: Forecast, { from, to }: Interval): ForecastStretch[] {
  const end = Math.max(to, from + 1);
  return forecastStretches(forecast).filter((stretch) => stretch.from < end && stretch.to > from);
}

/**
 * Which of the forecasts of a station speaks of a span of time; `forecasts`: the newest first. Those of nine hours stand
 * beside those of 24 and 30: the newest that is valid all the while, else at the beginning, else at any moment of it. Null:
 * none is.
 */
export function forecastOf<Of extends { decoded: Forecast }>(
  forecasts: readonly Of[],
  { from, to }: Interval,
): Of | null {
  const valid = forecasts.filter(({ decoded }) => forecastOver(decoded, { from, to }).length > 0);
  return (
    valid.find(({ decoded }) => decoded.validFrom <= from && decoded.validTo >= to) ??
    valid.find(({ decoded }) => decoded.validFrom <= from) ??
    valid[0] ??
    null
  );
}

/** What the forecasts of a station say of a span of time, one after another where none covers all of it. */
export function forecastsOver<Of extends { decoded: Forecast }>(
  forecasts: readonly Of[],
  span: Interval,
): { report: Of; stretches: ForecastStretch[] }[] {
  const report = forecastOf(forecasts, span);
  if (!report) return [];
  const stretches = forecastOver(report.decoded, span).map((one) => ({
    ...one,
    from: Math.max(one.from, span.from),
  }));
  const end = stretches.at(-1)?.to ?? span.to;
  if (end >= span.to) return [{ report, stretches }];
  const others = forecasts.filter((one) => one !== report);
  return [{ report, stretches }, ...forecastsOver(others, { from: end, to: span.to })];
}

/** All that may be in these stretches, prevailing first. */
export function everythingIn(stretches: readonly ForecastStretch[]): Conditions[] {
  return [
    ...stretches.map(({ prevailing }) => prevailing),
    ...stretches.flatMap(({ possible }) => possible.map(({ conditions }) => conditions)),
  ];
}

/** The category that prevails at worst, and the worst that may be. */
export function categoriesIn(
  stretches: readonly ForecastStretch[],
  limits: CategoryLimits,
): { prevailing: FlightCategory | null; worst: FlightCategory | null } {
  return {
    prevailing: worstCategory(stretches.map(({ prevailing }) => categoryOf(prevailing, limits))),
    worst: worstCategory(everythingIn(stretches).map((one) => categoryOf(one, limits))),
  };
}
