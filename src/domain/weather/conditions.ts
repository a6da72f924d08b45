import { metresPerFoot, mpsPerKnot } from '#domain/geo/units.ts';
import type { CloudLayer, Conditions, WeatherGroup, Wind } from './weather.ts';

/**
 * The groups of wind, visibility, weather and cloud, which observations, trends and forecasts have in common.
 * Source: WMO-No. 306, FM 15 and FM 51; ICAO Annex 3, appendices 3 and 5.
 */

const metresPerMile = 1_609.344;

export function noConditions(): Conditions {
  return {
    wind: null,
    cavok: false,
    visibility: null,
    weather: [],
    noSignificantWeather: false,
    cloud: [],
    noCloud: null,
    verticalVisibilityFt: null,
  };
}

/** Reads the group at `at` into `into`; answers with how many words it took, 0 where it is none of these. */
export function readConditions(words: readonly string[], at: number, into: Conditions): number {
  const word = words[at] ?? '';
  if (word === 'CAVOK') {
    into.cavok = true;
    into.visibility = { minimumM: 10_000, direction: null };
    return 1;
  }
  if (word === 'NSW') {
    into.noSignificantWeather = true;
    return 1;
  }
  return (
    readWind(words, at, into) ||
    readVisibility(words, at, into) ||
    readCloud(word, into) ||
    readWeather(word, into) ||
    // `//`, `////`, `/////////`: a group whose sensor failed.
    (/^\/{2,}$/.test(word) ? 1 : 0)
  );
}

const speedFactor: Readonly<Record<string, number>> = {
  MPS: 1,
  KT: mpsPerKnot,
  KMH: 1 / 3.6,
};

/** No wind at the ground has been stronger, gusts of cyclones with them. */
const strongestMps = 125;

/** Metres in a second, to a hundredth. */
export function speedMps(value: number, unit: string): number {
  return Math.round(value * (speedFactor[unit] ?? 1) * 100) / 100;
}

function readWind(words: readonly string[], at: number, into: Conditions): number {
  // Some write a blank before the unit.
  const isSplit = /^(?:MPS|KTS?|KMH)$/.test(words[at + 1] ?? '') && /^(?:\d{3}|VRB)/.test(words[at] ?? '');
  const word = isSplit ? `${words[at]}${words[at + 1]}` : (words[at] ?? '');
  const took = isSplit ? 2 : 1;
  const varies = /^(\d{3})V(\d{3})$/.exec(word);
  if (varies) {
    const [from, to] = [Number(varies[1]), Number(varies[2])];
    if (from > 360 || to > 360) return 0;
    if (into.wind) into.wind.variableDeg = [from, to];
    return 1;
  }
  if (/^\/{2,}\d*(?:MPS|KTS?|KMH)$/.test(word) || /^(?:\d{3}|VRB)\/\/(?:MPS|KTS?|KMH)$/.test(word))
    return took;
  // A calm that lost one of its noughts.
  if (/^0000(?:MPS|KTS?|KMH)$/.test(word)) {
    into.wind = { directionDeg: 0, speedMps: 0, gustMps: null, variableDeg: null };
    return took;
  }
  const found = /^(\d{3}|VRB)P?(\d{2,3})(?:GP?(\d{2,3}))?(MPS|KT|KTS|KMH)$/.exec(word);
  if (!found) return 0;
  const unit = found[4] === 'KTS' ? 'KT' : (found[4] ?? '');
  const directionDeg = found[1] === 'VRB' ? null : Number(found[1]);
  const speed = speedMps(Number(found[2]), unit);
  const gust = found[3] ? speedMps(Number(found[3]), unit) : null;
  const isPossible = (gust ?? speed) >= speed && (gust ?? speed) <= strongestMps;
  if ((directionDeg !== null && directionDeg > 360) || !isPossible) return 0;
  into.wind = { directionDeg, speedMps: speed, gustMps: gust, variableDeg: null } satisfies Wind;
  return took;
}

function readVisibility(words: readonly string[], at: number, into: Conditions): number {
  const word = words[at] ?? '';
  const metric = /^(9999|\d\d[05]0)(NDV|N|NE|E|SE|S|SW|W|NW)?$/.exec(word);
  if (metric) {
    const direction = metric[2] && metric[2] !== 'NDV' ? metric[2] : null;
    return setVisibility(into, metric[1] === '9999' ? 10_000 : Number(metric[1]), direction) ? 1 : 0;
  }
  const kilometres = /^(\d{1,2})KM$/.exec(word);
  if (kilometres) {
    return setVisibility(into, Math.min(10_000, Number(kilometres[1]) * 1_000), null) ? 1 : 0;
  }
  // Statute miles, whole and in parts, which may be a word of their own: `1 1/2SM`.
  const isSplit = /^\d{1,2}$/.test(word) && /^\d\/\d{1,2}SM$/.test(words[at + 1] ?? '');
  const miles = /^([MP])?(?:(\d{1,2})|(?:(\d{1,2}) )?(\d)\/(\d{1,2}))SM$/.exec(
    isSplit ? `${word} ${words[at + 1]}` : word,
  );
  if (!miles || miles[5] === '0') return 0;
  const part = miles[4] ? Number(miles[4]) / Number(miles[5]) : 0;
  const whole = Number(miles[2] ?? miles[3] ?? 0);
  const isSet = setVisibility(into, Math.min(10_000, Math.round((whole + part) * metresPerMile)), null);
  const { visibility } = into;
  if (isSet && visibility && miles[1] && visibility.minimumM < 10_000) {
    visibility.bound = miles[1] === 'M' ? 'below' : 'above';
  }
  return !isSet ? 0 : isSplit ? 2 : 1;
}

/** False: it contradicts the one before it. The lower of the two then counts. */
function setVisibility(into: Conditions, metres: number, direction: string | null): boolean {
  const before = into.visibility;
  if (!before) into.visibility = { minimumM: metres, direction };
  // The lowest visibility follows the prevailing one, with its direction.
  else if (direction !== null && before.direction === null) {
    into.visibility = { minimumM: metres, direction, prevailingM: before.minimumM };
  } else if (direction === null && metres !== before.minimumM) {
    if (metres < before.minimumM) {
      into.visibility = { minimumM: metres, direction };
      into.cavok = false;
    }
    return false;
  }
  return true;
}

/**
 * Does what follows a word that was not read belong to something else: a misspelt change indicator, a time that was not
 * understood? Its conditions must not count as those before it.
 */
export const endsConditions = (word: string): boolean =>
  /^(?:[A-Z0]{4,8}|(?:FM|TL|AT|BE|TE|PR)\d.*|\d{4}\/\d{4})$/.test(word);

function readCloud(word: string, into: Conditions): number {
  if (/^(?:SKC|NSC|NCD|CLR)$/.test(word)) {
    into.noCloud = word;
    return 1;
  }
  const vertical = /^VV(\d{3}|\/\/\/)$/.exec(word);
  if (vertical) {
    into.verticalVisibilityFt = vertical[1] === '///' ? null : Number(vertical[1]) * 100;
    return 1;
  }
  const layer = /^(FEW|SCT|BKN|OVC|\/\/\/)(\d{3}|\/\/\/)?(CB|TCU|\/\/\/)?$/.exec(word);
  if (!layer || word === '///' || (!layer[2] && layer[1] === '///')) return 0;
  const found: CloudLayer = {
    amount: layer[1] === '///' ? null : (layer[1] as CloudLayer['amount']),
    baseFt: layer[2] && layer[2] !== '///' ? Number(layer[2]) * 100 : null,
    type: layer[3] === 'CB' || layer[3] === 'TCU' ? layer[3] : null,
  };
  if (found.amount !== null || found.baseFt !== null || found.type !== null) into.cloud.push(found);
  return 1;
}

const phenomenon = 'DZ|RA|SN|SG|IC|PL|GR|GS|UP|BR|FG|FU|VA|DU|SA|HZ|PO|SQ|FC|SS|DS|PY';
const weatherShape = new RegExp(`^(\\+|-|VC)?(MI|PR|BC|DR|BL|SH|TS|FZ)?((?:${phenomenon}){0,4})$`);

/** `+TSRA`, `VCFG`; null: it is no weather. */
export function weatherGroup(code: string): WeatherGroup | null {
  const found = weatherShape.exec(code);
  if (!found || (!found[2] && !found[3])) return null;
  const [, sign, descriptor = null, phenomena = ''] = found;
  return {
    code,
    intensity: sign === '+' ? 'heavy' : sign === '-' ? 'light' : sign === 'VC' ? 'vicinity' : 'moderate',
    descriptor,
    phenomena: phenomena.match(/../g) ?? [],
  };
}

function readWeather(word: string, into: Conditions): number {
  const group = weatherGroup(word);
  if (group) into.weather.push(group);
  return group ? 1 : 0;
}

/** Metres of a runway visual range that may be given in feet. */
export const rangeM = (value: number, isFeet: boolean): number =>
  isFeet ? Math.round(value * metresPerFoot) : value;
