import type { AreaWarning, DecodedWeather, Forecast } from './weather.ts';

/** Which of two reports of one station and kind holds. */

/** A report as far as its succession goes. */
export interface Dated {
  decoded: DecodedWeather;
  /** Of the bulletin: `CCA` before `CCB`; null: none. */
  indicator: string | null;
  isXml: boolean;
}

/**
 * What a new report is to one that is there: `none`, they concern different times or things; `same`, it says nothing new;
 * `replaces`, `cancels`; `replaced`, `cancelled`: the one that is there holds, and the new one came late.
 */
export type Succession = 'none' | 'same' | 'replaces' | 'cancels' | 'replaced' | 'cancelled';

export function successionOf(now: Dated, before: Dated): Succession {
  const order = concerned(now.decoded, before.decoded);
  if (order === null) return 'none';
  const ranks = rankOf(now) - rankOf(before);
  if (ranks === 0 && isSame(now, before)) return 'same';
  if (order === 0) return later(ranks >= 0, now.decoded, before.decoded);
  return later(order > 0, now.decoded, before.decoded);
}

function later(isLater: boolean, now: DecodedWeather, before: DecodedWeather): Succession {
  if (isLater) return isCancelling(now) ? 'cancels' : 'replaces';
  return isCancelling(before) ? 'cancelled' : 'replaced';
}

/** Does a report take away instead of saying anything? */
export function isCancelling(decoded: DecodedWeather): boolean {
  if (decoded.kind === 'TAF') return decoded.amendment === 'CNL';
  return 'isCancellation' in decoded && decoded.isCancellation;
}

/** Reports of different series hold side by side: they are of other kinds, stations or moments. */
export function seriesOf(decoded: DecodedWeather): string {
  const moment =
    'observedAt' in decoded ? decoded.observedAt : decoded.kind === 'windsAloft' ? decoded.validAt : '';
  return [decoded.kind, 'station' in decoded ? decoded.station : decoded.fir, moment].join(' ');
}

/** Below 0: the first is the older; null: both hold side by side. */
function concerned(now: DecodedWeather, before: DecodedWeather): number | null {
  if (now.kind === 'METAR' || now.kind === 'SPECI') {
    const isSameTime = before.kind === now.kind && before.observedAt === now.observedAt;
    return isSameTime ? 0 : null;
  }
  if (now.kind === 'TAF') return before.kind === 'TAF' ? forecasts(now, before) : null;
  if (now.kind === 'windsAloft') {
    const isSameMoment = before.kind === now.kind && before.validAt === now.validAt;
    return isSameMoment ? now.issuedAt - before.issuedAt : null;
  }
  return 'fir' in before && before.kind === now.kind ? warnings(now, before) : null;
}

/** Forecasts of nine hours are issued beside those of 24 and 30: one does not replace the other. */
const shortMs = 12 * 3_600_000;

export const isShortForecast = ({ validFrom, validTo }: Pick<Forecast, 'validFrom' | 'validTo'>): boolean =>
  validTo - validFrom <= shortMs;

/** A newer forecast for a part of the same time replaces an older one of its type (ICAO Annex 3, 6.2.7). */
function forecasts(now: Forecast, before: Forecast): number | null {
  if (now.isMissing || before.isMissing) {
    return now.isMissing && before.isMissing ? sameOr(now.issuedAt, before.issuedAt) : null;
  }
  const overlap = now.validFrom < before.validTo && before.validFrom < now.validTo;
  if (!overlap) return null;
  // What amends a forecast of 30 hours late in its time is short itself, but ends with it.
  const amends = (one: Forecast, other: Forecast) =>
    one.amendment !== 'none' && one.validTo === other.validTo;
  if (isShortForecast(now) !== isShortForecast(before) && !amends(now, before) && !amends(before, now))
    return null;
  return now.issuedAt - before.issuedAt;
}

const sameOr = (a: number, b: number): 0 | null => (a === b ? 0 : null);

function warnings(now: AreaWarning, before: AreaWarning): number | null {
  const overlap = now.validFrom < before.validTo && before.validFrom < now.validTo;
  const issued = (now.issuedAt ?? now.validFrom) - (before.issuedAt ?? before.validFrom);
  if (now.kind === 'volcanicAsh' || now.kind === 'tropicalCyclone') {
    return now.phenomenon === before.phenomenon ? issued : null;
  }
  if (!overlap) return null;
  // A cancellation has a number of its own, and names the one that it takes away.
  if (now.isCancellation !== before.isCancellation) {
    const [cancelling, other] = now.isCancellation ? [now, before] : [before, now];
    if (cancelling.cancels?.split(' ')[0] !== other.sequence) return null;
    return now.isCancellation ? 1 : -1;
  }
  return now.sequence === before.sequence ? issued : null;
}

/** Among reports of one moment: corrected before plain, by the letter of the correction. */
function rankOf({ decoded, indicator }: Dated): number {
  const letter = indicator && /^(?:CC|AA)[A-X]$/.test(indicator) ? indicator.charCodeAt(2) - 64 : 1;
  if (isCancelling(decoded)) return 1_000;
  if (decoded.kind === 'TAF') return decoded.amendment === 'none' ? 0 : 100 + letter;
  // That nothing came takes nothing away from what did.
  if ('isCorrected' in decoded) return decoded.isMissing ? -1 : decoded.isCorrected ? 100 + letter : 0;
  return 0;
}

/** The same in another form says nothing new, for the text is what people read. */
function isSame(now: Dated, before: Dated): boolean {
  if (now.isXml && !before.isXml) return timeOf(now.decoded) === timeOf(before.decoded);
  return now.isXml === before.isXml && contentOf(now.decoded) === contentOf(before.decoded);
}

const timeOf = (decoded: DecodedWeather): number =>
  'observedAt' in decoded ? decoded.observedAt : 'station' in decoded ? decoded.issuedAt : decoded.validFrom;

/** When a warning was issued is known by what brought it, and one may be brought twice. */
const contentOf = (decoded: DecodedWeather): string =>
  JSON.stringify('fir' in decoded ? { ...decoded, issuedAt: null } : decoded);
