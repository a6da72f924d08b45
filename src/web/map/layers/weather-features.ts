import type { WarningReport, WeatherStation, WeatherStations } from '#contract/weather.ts';
import { storedGeometry } from '#domain/geo/geojson.ts';
import { textIn } from '#domain/text/locales/text-in.ts';
import { nameIn } from '#domain/text/name-in.ts';
import { formatWall } from '#domain/time/wall-clock.ts';
import { categoriesIn, forecastOver } from '#domain/weather/forecast-time.ts';
import { areaAt, inTime, isMoving } from '#domain/weather/swept-area.ts';
import type { AreaWarning } from '#domain/weather/weather.ts';
import {
  compassPoint,
  heightText,
  movementText,
  reportWords,
  type Wording,
  warningPhenomenon,
  windText,
} from '#domain/weather/words.ts';
import type { Moment } from './concern.ts';
import type { MapFeature, StationLook } from './map-feature.ts';
import { stationColour } from './station-symbol.ts';

const page = '/information/weatherInfor';
/** An observation stands for what is now, and so long after. */
const observationForMs = 90 * 60_000;
const arrows: Record<string, string> = {
  N: '↑',
  NE: '↗',
  E: '→',
  SE: '↘',
  S: '↓',
  SW: '↙',
  W: '←',
  NW: '↖',
};

/** Null: nobody recorded where it is. */
export function stationFeature(
  station: WeatherStation,
  judged: Pick<WeatherStations, 'limits'>,
  wording: Wording,
): MapFeature | null {
  const { position, observation, forecast } = station;
  if (!position) return null;
  const observed = observation?.decoded;
  const holds = [
    ...(observed ? [{ from: 0, to: observed.observedAt + observationForMs }] : []),
    ...(forecast ? [{ from: forecast.decoded.validFrom, to: forecast.decoded.validTo }] : []),
  ];
  const at = ({ atMs }: Moment) => {
    const isObserved = observed !== undefined && atMs < observed.observedAt + observationForMs;
    const stretches = forecast && !isObserved ? forecastOver(forecast.decoded, { from: atMs, to: atMs }) : [];
    const { worst } = categoriesIn(stretches, judged.limits);
    const category = isObserved ? (observation?.category ?? null) : worst;
    const wind = isObserved ? observed.wind : (stretches[0]?.prevailing.wind ?? null);
    return looksOf(station, { category, wind }, isObserved, wording);
  };
  return {
    id: station.airport === null ? `station-${station.station}` : `station-${station.airport}`,
    geometry: { type: 'Point', coordinates: [position.longitude, position.latitude] },
    minZoom: 5,
    labelMinZoom: 7,
    rank: 45,
    holds,
    at,
    ...at({ atMs: Date.now(), level: null }),
  };
}

function looksOf(
  { station, observation, forecast, ...named }: WeatherStation,
  look: StationLook,
  isObserved: boolean,
  wording: Wording,
): Pick<MapFeature, 'style' | 'label' | 'card'> {
  const { category, wind } = look;
  const { locale } = wording;
  const say = (key: string) => textIn({ key: `weather.${key}` }, locale);
  const word = say(`category.${category ?? 'unknown'}`);
  const report = isObserved ? observation : forecast;
  const words = report ? reportWords(report.decoded, wording) : [];
  return {
    style: { colour: stationColour({ category, wind }), symbol: 'station', station: { category, wind } },
    label: category === null || category === 'VFR' ? '' : category,
    card: {
      title: `${station} ${nameIn(named, locale) ?? ''}`.trim(),
      subtitle: say(isObserved ? 'shown.observed' : 'shown.forecast'),
      facts: [
        [say('category'), word],
        ...(wind && !isObserved
          ? [[say('part.wind'), windText(wind, locale)] satisfies [string, string]]
          : []),
        ...words.map(({ label, text }): [string, string] => [label, text]),
        ...(report ? [[say('raw'), report.raw] satisfies [string, string]] : []),
      ],
      link: `${page}?station=${encodeURIComponent(station)}`,
    },
  };
}

/** A warning where it is expected at the chosen moment; null: it does not say where it is. */
export function warningFeature(warning: WarningReport, wording: Wording): MapFeature | null {
  const feature = warnedFeature(warning, wording);
  const { decoded } = warning;
  if (!feature || !isMoving(decoded)) return feature;
  const { geometry, card } = feature;
  return {
    ...feature,
    whereAt: ({ atMs }) => storedGeometry(areaAt(decoded, atMs)) ?? geometry,
    at: ({ atMs }) => (card ? { card: { ...card, subtitle: expectedAt(decoded, atMs, wording) } } : {}),
  };
}

/** `Expected at 11-21 10:00 CST`: at a moment (UTC ms), or at that of its time which is nearest to it. */
function expectedAt(warning: AreaWarning, at: number, { locale, timeZone }: Wording): string {
  const moment = formatWall(inTime(warning, at), timeZone).slice(5);
  return textIn({ key: 'weather.area.expected', values: { at: moment } }, locale);
}

function warnedFeature(warning: WarningReport, wording: Wording): MapFeature | null {
  const { locale } = wording;
  const say = (key: string) => textIn({ key: `weather.${key}` }, locale);
  const { id, area, isWholeRegion, lower, upper, decoded, raw } = warning;
  if (!area) return null;
  const phenomenon = decoded.phenomenon ? warningPhenomenon(decoded.phenomenon, locale) : decoded.kind;
  const { movement } = decoded;
  const moves =
    movement === null
      ? ''
      : movement === 'stationary'
        ? `\n${movementText(movement, locale)}`
        : `\n${arrowOf(movement.directionDeg)} ${Math.round(movement.speedMps * 3.6)} km/h`;
  const isSigmet = decoded.kind !== 'AIRMET' && decoded.kind !== 'GAMET';
  return {
    id: `weatherReport-${id}`,
    geometry: area,
    style: {
      ...(isSigmet
        ? { colour: 'sigmet' as const, width: 2 }
        : { colour: 'airmet' as const, width: 1.6, dash: [10, 4] }),
      // A wash over a whole region would say no more than its edge.
      inside: isWholeRegion ? 'none' : 'wash',
    },
    ...(isWholeRegion ? { byOutline: true } : {}),
    label: `${phenomenon}\n${heightText(decoded, locale)}${moves}`,
    rank: 20,
    limits: { lower, upper },
    holds: [{ from: decoded.validFrom, to: decoded.validTo }],
    card: {
      title: [say(`areaKind.${decoded.kind}`), decoded.sequence].filter(Boolean).join(' '),
      facts: [
        ...reportWords(decoded, wording)
          .slice(1)
          .map(({ label, text }): [string, string] => [label, text]),
        ...(isWholeRegion ? [[say('region'), decoded.fir] satisfies [string, string]] : []),
        [say('raw'), raw],
      ],
      link: `${page}?warning=${id}`,
    },
  };
}

/** Where a warning is expected at the end of its time, by its outline; null: it does not say. */
export function forecastAreaFeature(warning: WarningReport, wording: Wording): MapFeature | null {
  const feature = warnedFeature(warning, wording);
  const { forecastArea } = warning.decoded;
  const area = storedGeometry(forecastArea);
  if (!feature || !area) return null;
  return {
    ...feature,
    id: `${feature.id}-forecast`,
    geometry: area,
    style: { ...feature.style, dash: [3, 5], inside: 'none' },
    byOutline: true,
    label: expectedAt(warning.decoded, warning.decoded.validTo, wording),
  };
}

/** The nearest of eight arrows. */
const arrowOf = (directionDeg: number): string =>
  arrows[compassPoint(Math.round(directionDeg / 45) * 45)] ?? '↑';
