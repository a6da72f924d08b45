import { dayTimeNear } from '#domain/time/day-time.ts';
import { endsConditions, noConditions, rangeM, readConditions, weatherGroup } from './conditions.ts';
import { correctedBy, type ReadingContext, stationShape, unreadable, wordsOf } from './reading.ts';
import type { Conditions, Observation, ReadWeather, RunwayVisualRange, TrendPart } from './weather.ts';

/**
 * A METAR or SPECI, with or without its keyword. Every group is read or named in `unread`; a report without a station
 * and a time of this day is refused. Source: WMO-No. 306 FM 15 and FM 16, ICAO Annex 3 appendix 3.
 */
export function readObservation(raw: string, context: ReadingContext): ReadWeather<Observation> {
  const { words, remarks } = wordsOf(raw);
  const value: Observation = {
    ...noConditions(),
    kind: context.kind === 'SPECI' ? 'SPECI' : 'METAR',
    station: '',
    observedAt: 0,
    isAutomatic: false,
    isCorrected: correctedBy(context.indicator),
    isMissing: false,
    runwayVisualRange: [],
    temperatureC: null,
    dewPointC: null,
    qnhHpa: null,
    recentWeather: [],
    windShear: [],
    isWithoutChange: false,
    trend: [],
    remarks,
  };
  let at = 0;
  const head = () => {
    const word = words[at] ?? '';
    if (word === 'METAR' || word === 'SPECI') value.kind = word;
    else if (word === 'COR') value.isCorrected = true;
    else if (word === 'AUTO') value.isAutomatic = true;
    else if (word !== 'RTD' && word !== 'AMD') return false;
    at += 1;
    return true;
  };
  while (head());
  value.station = words[at++] ?? '';
  if (!stationShape.test(value.station)) return unreadable('station');
  while (head());
  const time = /^(\d{2})(\d{2})(\d{2})Z?$/.exec(words[at++] ?? '');
  const observedAt =
    time && dayTimeNear(Number(time[1]), Number(time[2]), Number(time[3]), context.receivedAt);
  if (observedAt === null) return unreadable('time');
  if (observedAt - context.receivedAt > context.mostAheadMs) return unreadable('ahead');
  value.observedAt = observedAt;
  const unread = readBody(words, at, value);
  const isEmpty = at >= words.length || (unread.length > 0 && unread.length === words.length - at);
  if (isEmpty) return unreadable('nothing');
  return { ok: true, value: unread.length > 0 ? { ...value, unread } : value };
}

const changeWord = /^(?:BECMG|TEMPO|INTER)$/;
const trendTime = /^(FM|TL|AT)(\d{2})(\d{2})Z?$/;
/** Conditions stand before these groups; behind them stands a trend. */
const behindConditions = /^(?:(?:M?\d{2}|XX)\/.*|Q.+|A[\d/]{4}|NOSIG)$/;

/** Reads what follows the time; answers with the words that say nothing known. */
function readBody(words: readonly string[], from: number, value: Observation): string[] {
  const unread: string[] = [];
  /** Null: what comes belongs to something that was not understood. */
  let into: Conditions | null = value;
  let trend: TrendPart | null = null;
  for (let at = from; at < words.length; ) {
    const word = words[at] ?? '';
    const before = words[at - 1] ?? '';
    // Another report, whose beginning was not seen.
    if (/^\d{6}Z$/.test(word)) return [...unread, ...words.slice(at)];
    const isTimeOfTrend: boolean = trend !== null && (changeWord.test(before) || trendTime.test(before));
    // In Australia and Taiwan `FM0330` alone begins a change.
    const isFrom: boolean = /^FM\d{4}$/.test(word) && !isTimeOfTrend;
    if (changeWord.test(word) || isFrom) {
      trend = {
        kind: isFrom ? 'FM' : word === 'BECMG' ? 'BECMG' : 'TEMPO',
        from: null,
        to: null,
        conditions: noConditions(),
      };
      if (isFrom && readTrendTime(word, trend, value.observedAt) === 0) {
        unread.push(word);
        into = null;
      } else {
        value.trend.push(trend);
        into = trend.conditions;
      }
      at += 1;
      continue;
    }
    const own = trend
      ? isTimeOfTrend
        ? readTrendTime(word, trend, value.observedAt)
        : 0
      : readOwn(words, at, value);
    const took = own || (into ? readConditions(words, at, into) : 0);
    if (took === 0) unread.push(word);
    if ((took === 0 && endsConditions(word)) || (trend === null && behindConditions.test(word))) into = null;
    at += Math.max(1, took);
  }
  return unread;
}

/** Colour states of military aerodromes say again what the report says; and the state of the sea. */
const otherGroups =
  /^(?:(?:BLACK)?(?:BLU|WHT|GRN|YLO[12]?|AMB|RED)|BLACK|W(?:M?\d{2}|\/\/)\/(?:S[\d/]|H[\d/]{1,3}))$/;

function readOwn(words: readonly string[], at: number, value: Observation): number {
  const word = words[at] ?? '';
  switch (word) {
    case 'AUTO':
      value.isAutomatic = true;
      return 1;
    case 'COR':
      value.isCorrected = true;
      return 1;
    case 'NIL':
      value.isMissing = true;
      return 1;
    case 'NOSIG':
      value.isWithoutChange = true;
      return 1;
    case 'WS':
      return readWindShear(words, at, value);
  }
  if (word.startsWith('RE')) {
    const group = weatherGroup(word.slice(2));
    if (group) value.recentWeather.push(group);
    return group || /^RE\/\/$/.test(word) ? 1 : 0;
  }
  if (otherGroups.test(word)) return 1;
  return readRange(word, value) || readTemperature(word, value) || readPressure(word, value);
}

/** `WS R18`, `WS RWY 18L`, `WS LDG RWY18`, `WS ALL RWY`. */
function readWindShear(words: readonly string[], at: number, value: Observation): number {
  let next = at + 1;
  if (/^(?:TKOF|LDG)$/.test(words[next] ?? '')) next += 1;
  if (words[next] === 'ALL' && /^(?:RWYS?|RUNWAYS?)$/.test(words[next + 1] ?? '')) {
    value.windShear.push('ALL RWY');
    return next + 2 - at;
  }
  const isSplit = /^(?:RWY|R)$/.test(words[next] ?? '');
  const runway = /^(?:RWY|R)?(\d{2}[LCR]?)$/.exec(words[isSplit ? next + 1 : next] ?? '');
  if (!runway || (!isSplit && /^\d/.test(words[next] ?? ''))) return 0;
  value.windShear.push(`R${runway[1]}`);
  return next + (isSplit ? 2 : 1) - at;
}

const tendencies = { U: 'up', D: 'down', N: 'none' } as const;

function readRange(word: string, value: Observation): number {
  const found = /^R(\d{2}[LCR]{0,2})\/([MP])?(\d{4})(?:V([MP])?(\d{4}))?(FT)?\/?([UDN])?$/.exec(word);
  if (!found) {
    // A range that was not measured; and the state of a runway (`R18/590195`, `R88/CLRD70`), which SNOWTAM tells.
    return /^R\d{2}[LCR]{0,2}\/(?:\/{4}[UDN]?|\/{2,}\d*\/*|[\d/]{6}|CLRD(?:\d\d|\/\/))$/.test(word) ||
      /^R?\/?SNOCLO$/.test(word)
      ? 1
      : 0;
  }
  const [, runway = '', lowBound, low, highBound, high, feet, tendency] = found;
  const bound = highBound ?? lowBound;
  value.runwayVisualRange.push({
    runway,
    lowM: rangeM(Number(low), feet !== undefined),
    highM: high ? rangeM(Number(high), feet !== undefined) : null,
    bound: bound === 'P' ? 'above' : bound === 'M' ? 'below' : null,
    tendency: tendency ? tendencies[tendency as keyof typeof tendencies] : null,
  } satisfies RunwayVisualRange);
  return 1;
}

/** Lowest and highest that a thermometer of an aerodrome has shown, °C. */
const temperatures = { lowest: -75, highest: 60 };

function readTemperature(word: string, value: Observation): number {
  const found = /^(M?\d{1,2}|\/\/|XX)\/(M?\d{1,2}|\/\/|XX)?$/.exec(word);
  if (!found) return 0;
  const read = (text: string | undefined): number | null => {
    const digits = /^(M?)(\d{1,2})$/.exec(text ?? '');
    if (!digits) return null;
    const degrees = digits[1] && digits[2] !== '00' ? -Number(digits[2]) : Number(digits[2]);
    return degrees >= temperatures.lowest && degrees <= temperatures.highest ? degrees : null;
  };
  if (value.temperatureC !== null) return 0;
  value.temperatureC = read(found[1]);
  value.dewPointC = read(found[2]);
  return 1;
}

const hpaPerInch = 33.863_886_67;
/** Pressures at sea level that have been observed, hPa. */
const pressures = { lowest: 850, highest: 1_090 };

function readPressure(word: string, value: Observation): number {
  const found = /^(?:Q(?:NH)?(\d{3,4}|\/{2,4})(?:\/\d\d\.\d\d)?|A(\d{4}|\/{4}))$/.exec(word);
  if (!found) return 0;
  const { 1: hpa = '', 2: inches = '' } = found;
  const read = /^\d+$/.test(hpa)
    ? Number(hpa)
    : /^\d+$/.test(inches)
      ? Math.round((Number(inches) / 100) * hpaPerInch)
      : null;
  if (read === null) return 1;
  if (read < pressures.lowest || read > pressures.highest) return 0;
  // Two may be told, in both units: that in hPa counts.
  if (value.qnhHpa === null || hpa !== '') value.qnhHpa = read;
  return 1;
}

/** `FM0330`, `TL0430`, `AT0400`, `0304/0306`: times of the two hours that follow the observation. */
function readTrendTime(word: string, trend: TrendPart, observedAt: number): number {
  const found = trendTime.exec(word);
  if (!found) return 0;
  const at = timeAfter(Number(found[2]), Number(found[3]), observedAt);
  if (at === null) return 0;
  if (found[1] !== 'TL') trend.from = at;
  if (found[1] !== 'FM') trend.to = at;
  return 1;
}

const dayMs = 86_400_000;

/** The first such time that is not before a moment, but for the minutes by which reports round. */
function timeAfter(hour: number, minute: number, after: number): number | null {
  if (minute > 59 || hour > 24 || (hour === 24 && minute > 0)) return null;
  const day = Math.floor(after / dayMs) * dayMs;
  const at = day + (hour * 60 + minute) * 60_000;
  return at < after - 30 * 60_000 ? at + dayMs : at;
}
