import type { InformationItem } from '#domain/briefing/item.ts';
import { storedGeometry } from '#domain/geo/geojson.ts';
import { clausesText } from '#domain/text/list-text.ts';
import { isShortForecast } from '#domain/weather/succession.ts';
import { areaDuring } from '#domain/weather/swept-area.ts';
import type { DecodedWeather, Forecast } from '#domain/weather/weather.ts';
import { reportWords } from '#domain/weather/words.ts';
import { meets } from '#server/features/briefing/near.ts';
import {
  currentForecasts,
  newestObservations,
  type StoredReport,
  warningsIn,
} from '#server/features/weather/weather-rows.ts';
import { type Collecting, mayRead } from './collecting.ts';
import { blank, both, isoOf, type Words } from './item-text.ts';

function reportText({ asked }: Collecting, decoded: DecodedWeather): Words {
  const { timeZone } = asked.parameters.deadlines;
  return both((locale) =>
    clausesText(
      reportWords(decoded, { locale, timeZone }).map(({ label, text }) => `${label} ${text}`),
      locale,
    ),
  );
}

/** The last report and the forecasts of each aerodrome around. */
export async function weatherItems(of: Collecting): Promise<InformationItem[]> {
  if (!mayRead(of.caller, 'weatherReport')) return [];
  const places = new Map(of.aerodromes.flatMap((one) => (one.icao ? [[one.icao, one] as const] : [])));
  const stations = [...places.keys()];
  const now = of.deps.clock().getTime();
  const [observations, forecasts] = await Promise.all([
    newestObservations(of.deps.sql, now, stations),
    currentForecasts(of.deps.sql, now, stations),
  ]);
  return stations.flatMap((station): InformationItem[] =>
    [observations.get(station), ...longFirst(forecasts.get(station))].flatMap(
      (report, at): InformationItem[] => {
        if (!report) return [];
        const { decoded } = report;
        const isForecast = decoded.kind === 'TAF';
        return [
          {
            ...blank,
            key: `weather:${isForecast ? 'TAF' : 'METAR'}:${station}${at > 1 ? `:${at}` : ''}`,
            kind: 'weather',
            resource: 'weatherReport',
            id: report.id,
            title: `${station} ${decoded.kind}`,
            raw: report.raw,
            ...reportText(of, decoded),
            from: isoOf(isForecast ? decoded.validFrom : decoded.observedAt),
            to: isForecast ? isoOf(decoded.validTo) : null,
            geometry: storedGeometry(places.get(station)?.position),
          },
        ];
      },
    ),
  );
}

/** Each keeps its place, and so its key, whichever was issued last. */
const longFirst = (forecasts: readonly StoredReport<Forecast>[] = []) =>
  [...forecasts].sort((a, b) => Number(isShortForecast(a.decoded)) - Number(isShortForecast(b.decoded)));

/** SIGMET, AIRMET and advisories. */
export async function warningItems(of: Collecting): Promise<InformationItem[]> {
  if (!mayRead(of.caller, 'weatherReport')) return [];
  const warnings = await warningsIn(of.deps.sql, of.asked.time);
  return warnings.flatMap((report): InformationItem[] => {
    const { decoded, area } = report;
    const { lower, upper, validFrom, validTo } = decoded;
    // One without an area is of a whole region: whether it is this one is for the reader to say.
    const geometry = storedGeometry(areaDuring(decoded, of.asked.time)) ?? area;
    if (geometry && !meets(of.asked.parts, of.asked.withinM, { geometry, lower, upper })) return [];
    return [
      {
        ...blank,
        key: `warning:${decoded.kind}:${decoded.fir}:${decoded.sequence ?? report.id}`,
        kind: 'warning',
        resource: 'weatherReport',
        id: report.id,
        title: [decoded.kind, decoded.fir, decoded.sequence].filter(Boolean).join(' '),
        raw: report.raw,
        ...reportText(of, decoded),
        from: isoOf(validFrom),
        to: isoOf(validTo),
        lower,
        upper,
        geometry,
        grave: decoded.kind === 'SIGMET' || decoded.kind === 'volcanicAsh',
      },
    ];
  });
}
