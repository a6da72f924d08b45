import { dayTimeNear } from '#domain/time/day-time.ts';
import { endsConditions, noConditions, readConditions } from './conditions.ts';
import { correctedBy, type ReadingContext, stationShape, unreadable, wordsOf } from './reading.ts';
import type { Conditions, Forecast, ReadWeather, TrendPart } from './weather.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** Forecasts are for 9, 24 or 30 hours. */
const longestMs = 36 * hourMs;

/**
 * A TAF, with or without its keyword. Every group is read or named in `unread`; one without a station or a validity is
 * refused. Source: WMO-No. 306 FM 51, ICAO Annex 3 appendix 5.
 */
export function readForecast(raw: string, context: ReadingContext): ReadWeather<Forecast> {
  const { words, remarks } = wordsOf(raw);
  const value: Forecast = {
    kind: 'TAF',
    station: '',
    issuedAt: 0,
    validFrom: 0,
    validTo: 0,
    amendment: correctedBy(context.indicator)
      ? 'COR'
      : context.indicator?.startsWith('AA') === true
        ? 'AMD'
        : 'none',
    isMissing: false,
    base: noConditions(),
    changes: [],
    maximumC: null,
    minimumC: null,
    remarks,
  };
  let at = 0;
  const head = () => {
    const word = words[at] ?? '';
    if (word === 'AMD' || word === 'COR') value.amendment = word;
    else if (!/^(?:TAF|FC|FT|RTD)$/.test(word)) return false;
    at += 1;
    return true;
  };
  while (head());
  value.station = words[at++] ?? '';
  if (!stationShape.test(value.station)) return unreadable('station');
  while (head());
  const issued = /^(\d{2})(\d{2})(\d{2})Z$/.exec(words[at] ?? '');
  if (issued) {
    const moment = dayTimeNear(Number(issued[1]), Number(issued[2]), Number(issued[3]), context.receivedAt);
    if (moment === null) return unreadable('time');
    if (moment - context.receivedAt > context.mostAheadMs) return unreadable('ahead');
    value.issuedAt = moment;
    at += 1;
  }
  while (head());
  const near = issued ? value.issuedAt : context.receivedAt;
  if (words[at] === 'NIL') {
    Object.assign(value, { isMissing: true, issuedAt: near, validFrom: near, validTo: near });
    return { ok: true, value };
  }
  const validity = readValidity(words[at++] ?? '', near);
  if (!validity) return unreadable('validity');
  Object.assign(value, validity);
  if (!issued) value.issuedAt = Math.min(context.receivedAt, value.validFrom);
  while (head());
  if (words[at] === 'CNL' || words[at] === 'CANCELLED') {
    value.amendment = 'CNL';
    return { ok: true, value };
  }
  if (words[at] === 'NIL') {
    value.isMissing = true;
    return { ok: true, value };
  }
  const unread = readBody(words, at, value);
  if (at >= words.length || unread.length === words.length - at) return unreadable('nothing');
  return { ok: true, value: unread.length > 0 ? { ...value, unread } : value };
}

type Period = Pick<Forecast, 'validFrom' | 'validTo'>;

/** `2206/2312`, and as it was written until 2008, `220615`: from the sixth to the fifteenth hour of the 22nd. */
function readValidity(word: string, near: number): Period | null {
  const found = /^(\d{2})(\d{2})\/(\d{2})(\d{2})$/.exec(word);
  if (found) {
    const [day, hour, toDay, toHour] = found.slice(1).map(Number) as [number, number, number, number];
    const validFrom = dayTimeNear(day, hour, 0, near);
    const validTo = validFrom === null ? null : dayTimeNear(toDay, toHour, 0, validFrom);
    return validFrom === null || validTo === null ? null : periodOf(validFrom, validTo);
  }
  const old = /^(\d{2})(\d{2})(\d{2})$/.exec(word);
  const validFrom = old && dayTimeNear(Number(old[1]), Number(old[2]), 0, near);
  if (!old || validFrom === null || Number(old[3]) > 24) return null;
  const midnight = Math.floor(validFrom / dayMs) * dayMs;
  const validTo = midnight + Number(old[3]) * hourMs;
  return periodOf(validFrom, validTo <= validFrom ? validTo + dayMs : validTo);
}

function periodOf(validFrom: number, validTo: number): Period | null {
  return validTo > validFrom && validTo - validFrom <= longestMs ? { validFrom, validTo } : null;
}

/** A moment of the forecast's time by its day and hour; null: it lies elsewhere. */
function momentIn(value: Forecast, day: number, hour: number, minute = 0): number | null {
  const at = dayTimeNear(day, hour, minute, value.validFrom);
  return at !== null && at >= value.validFrom - hourMs && at <= value.validTo + hourMs ? at : null;
}

/** The same where the day is not written: the first that is not before the forecast begins. */
function hourIn(value: Forecast, hour: number, minute = 0): number | null {
  if (hour > 24 || minute > 59 || (hour === 24 && minute > 0)) return null;
  const at = Math.floor(value.validFrom / dayMs) * dayMs + hour * hourMs + minute * 60_000;
  return at < value.validFrom ? at + dayMs : at;
}

function readBody(words: readonly string[], from: number, value: Forecast): string[] {
  const unread: string[] = [];
  /** Null: what comes belongs to a change that was not understood. */
  let into: Conditions | null = value.base;
  for (let at = from; at < words.length; ) {
    // Another report, whose beginning was not seen.
    if (/^\d{6}Z$/.test(words[at] ?? '')) return [...unread, ...words.slice(at)];
    const change = readChange(words, at, value);
    if (change) {
      value.changes.push(change.part);
      into = change.part.conditions;
      at += change.took;
      continue;
    }
    const word = words[at] ?? '';
    const took = readExtreme(word, value) || (into ? readConditions(words, at, into) : 0);
    if (took === 0) unread.push(word);
    if (took === 0 && endsConditions(word)) into = null;
    at += Math.max(1, took);
  }
  return unread;
}

function readChange(
  words: readonly string[],
  at: number,
  value: Forecast,
): { part: TrendPart; took: number } | null {
  const word = words[at] ?? '';
  const since = /^FM(\d{2})(\d{2})(\d{2})?$/.exec(word);
  if (since) {
    const [, one, two, three] = since;
    const from =
      three === undefined
        ? hourIn(value, Number(one), Number(two))
        : momentIn(value, Number(one), Number(two), Number(three));
    if (from === null) return null;
    return { part: { kind: 'FM', from, to: null, conditions: noConditions() }, took: 1 };
  }
  // `PROB30 TEMPO 2206/2209`, also written `PROB 30`.
  const isSplit = word === 'PROB' && /^[34]0$/.test(words[at + 1] ?? '');
  const chance = /^PROB([34]0)$/.exec(isSplit ? `PROB${words[at + 1]}` : word)?.[1];
  let next = at + (chance ? (isSplit ? 2 : 1) : 0);
  const mode = /^(?:BECMG|TEMPO|INTER)$/.exec(words[next] ?? '')?.[0];
  if (!chance && !mode) return null;
  if (mode) next += 1;
  const kind = chance
    ? mode === 'TEMPO' || mode === 'INTER'
      ? (`PROB${chance as '30' | '40'} TEMPO` as const)
      : (`PROB${chance as '30' | '40'}` as const)
    : mode === 'BECMG'
      ? 'BECMG'
      : 'TEMPO';
  const part: TrendPart = { kind, from: null, to: null, conditions: noConditions() };
  const times = /^(\d{2})(\d{2})\/(\d{2})(\d{2})$/.exec(words[next] ?? '');
  if (times) {
    part.from = momentIn(value, Number(times[1]), Number(times[2]));
    part.to = momentIn(value, Number(times[3]), Number(times[4]));
    return { part, took: next + 1 - at };
  }
  // Four digits would be a visibility as well; hours, where nothing but hours can be meant.
  const hours = /^(\d{2})(\d{2})$/.exec(words[next] ?? '');
  if (hours && Number(hours[1]) <= 24 && Number(hours[2]) <= 24 && hours[2] !== '00') {
    part.from = hourIn(value, Number(hours[1]));
    part.to = hourIn(value, Number(hours[2]));
    if (part.from !== null && part.to !== null && part.to <= part.from) part.to += dayMs;
    return { part, took: next + 1 - at };
  }
  return { part, took: next - at };
}

/** `TX15/2207Z`, `TNM02/2222Z`; the hour alone as it was once written. */
function readExtreme(word: string, value: Forecast): number {
  const found = /^T([XN])(M?)(\d{2})\/(\d{2})(\d{2})?Z?$/.exec(word);
  if (!found) return 0;
  const [, which, minus, degrees, one, two] = found;
  const at = two === undefined ? hourIn(value, Number(one)) : momentIn(value, Number(one), Number(two));
  if (at === null) return 0;
  const extreme = { value: minus && degrees !== '00' ? -Number(degrees) : Number(degrees), at };
  if (which === 'X') value.maximumC = higher(value.maximumC, extreme, 1);
  else value.minimumC = higher(value.minimumC, extreme, -1);
  return 1;
}

/** A long forecast has two of each: the outermost counts. */
function higher(before: Forecast['maximumC'], now: NonNullable<Forecast['maximumC']>, sign: 1 | -1) {
  return before && (before.value - now.value) * sign >= 0 ? before : now;
}
