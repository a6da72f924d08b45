import type { BulletinReport } from '#domain/information/bulletin.ts';
import { readAdvisory } from './advisory.ts';
import { readForecast } from './forecast.ts';
import { readIwxxm } from './iwxxm.ts';
import { readObservation } from './observation.ts';
import { mostAheadMs, type ReadingContext, unreadable } from './reading.ts';
import { readWarning } from './warning.ts';
import type { DecodedWeather, ReadWeather } from './weather.ts';
import { readWindsAloft } from './winds-aloft.ts';

/** Letters of a report that are kept with what it says. */
const longestRaw = 20_000;

/** What a report of weather says, in whatever form it came. `receivedAt`: UTC ms. Never throws. */
export function readWeather(report: BulletinReport, receivedAt: number): ReadWeather<DecodedWeather> {
  const { kind, heading, raw } = report;
  if (raw.length > longestRaw) return unreadable('long');
  const context: ReadingContext = {
    receivedAt,
    kind,
    indicator: heading?.indicator ?? null,
    centre: heading?.centre ?? null,
    mostAheadMs,
  };
  if (report.format === 'xml') return readIwxxm(raw, context, (text) => readText(kind, text, context));
  return readText(kind, raw, context);
}

function readText(
  kind: BulletinReport['kind'],
  raw: string,
  context: ReadingContext,
): ReadWeather<DecodedWeather> {
  switch (kind) {
    case 'METAR':
    case 'SPECI':
      return readObservation(raw, context);
    case 'TAF':
      return readForecast(raw, context);
    case 'SIGMET':
    case 'AIRMET':
    case 'GAMET':
      return readWarning(raw, context);
    case 'volcanicAsh':
    case 'tropicalCyclone':
      return readAdvisory(raw, kind, context);
    case 'windsAloft':
      return readWindsAloft(raw, context);
    default:
      return unreadable('kind');
  }
}
