import { isObject, numberOf } from '#domain/text/narrow.ts';

/** One lightning stroke as a detection network located it. */
export interface Stroke {
  /** UTC ms, with fractions. */
  at: number;
  /** WGS-84, degrees. */
  longitude: number;
  latitude: number;
  /** Null: the network does not say. */
  kind: 'ground' | 'cloud' | null;
  /** Peak current of the first return stroke, kA, negative to lower negative charge; null: not given. */
  peakKa: number | null;
}

export interface ReadStrokes {
  strokes: Stroke[];
  /** Lines, or features, that are no stroke: the first of them, and how many there were. */
  unread: string[];
  unreadCount: number;
}

/** More of one delivery are not read. */
export const mostStrokes = 50_000;
const mostUnread = 20;
const longestUnread = 500;

/**
 * The strokes of a delivery: a line each in UALF (Vaisala, 25 fields, UTC) or as ADTD networks write them (`纬度=26.1 经度=101.4
 * 强度=-23.6`, Beijing time), or GeoJSON points with `time` (ISO 8601 with a zone, or UTC ms) and, where known, `peakCurrentKa` and
 * `cloud`. Never throws.
 */
export function readStrokes(text: string): ReadStrokes {
  const found: ReadStrokes = { strokes: [], unread: [], unreadCount: 0 };
  const take = (stroke: Stroke | null, raw: () => string) => {
    if (stroke && found.strokes.length < mostStrokes) {
      found.strokes.push(stroke);
      return;
    }
    found.unreadCount += 1;
    if (found.unread.length < mostUnread) found.unread.push(raw().slice(0, longestUnread));
  };
  const features = text.trimStart().startsWith('{') ? featuresIn(text) : null;
  if (features) {
    for (const feature of features) take(strokeOfFeature(feature), () => JSON.stringify(feature));
    return found;
  }
  for (const line of text.split(/\r?\n/)) {
    const trimmed = line.trim();
    if (trimmed !== '') take(strokeOfAdtd(trimmed) ?? strokeOfUalf(trimmed), () => trimmed);
  }
  return found;
}

function featuresIn(text: string): unknown[] | null {
  try {
    const read: unknown = JSON.parse(text);
    return isObject(read) && read.type === 'FeatureCollection' && Array.isArray(read.features)
      ? read.features
      : null;
  } catch {
    return null;
  }
}

function strokeOfFeature(feature: unknown): Stroke | null {
  if (!isObject(feature) || !isObject(feature.geometry) || !isObject(feature.properties)) return null;
  const { type, coordinates } = feature.geometry;
  if (type !== 'Point' || !Array.isArray(coordinates)) return null;
  const [longitude, latitude] = coordinates.map(numberOf);
  const { time, peakCurrentKa, cloud } = feature.properties;
  const at = typeof time === 'number' ? time : typeof time === 'string' ? zonedTime(time) : Number.NaN;
  const kind = cloud === true ? 'cloud' : cloud === false ? 'ground' : null;
  return strokeAt(at, longitude, latitude, kind, numberOf(peakCurrentKa));
}

/** A time that does not say its zone is no moment. */
const zonedTime = (text: string): number =>
  /(?:Z|[+-]\d{2}:?\d{2})$/i.test(text) ? Date.parse(text) : Number.NaN;

const adtd =
  /(\d{4})[-/](\d{1,2})[-/](\d{1,2})\s+(\d{1,2}):(\d{2}):(\d{2}(?:\.\d{1,9})?)\s+纬度[=:：]\s*([-+.\d]+)\s+经度[=:：]\s*([-+.\d]+)(?:\s+强度[=:：]\s*([-+.\d]+))?/;
const beijingMs = 8 * 3_600_000;

/** ADTD networks locate strokes to ground. */
function strokeOfAdtd(line: string): Stroke | null {
  const match = adtd.exec(line);
  if (!match) return null;
  const [year, month, day, hour, minute, second, latitude, longitude] = match.slice(1, 9).map(Number);
  const at = momentOf(year, month, day, hour, minute, second) - beijingMs;
  return strokeAt(at, longitude, latitude, 'ground', match[9] === undefined ? undefined : Number(match[9]));
}

function strokeOfUalf(line: string): Stroke | null {
  const fields = line.split(/\s+/, 26).map(Number);
  if (fields.length !== 25 || fields.some(Number.isNaN)) return null;
  const [, year, month, day, hour, minute, second = 0, nanoseconds = 0, latitude, longitude, peakKa] = fields;
  const at = momentOf(year, month, day, hour, minute, second + nanoseconds / 1e9);
  const kind = fields[21] === 1 ? 'cloud' : fields[21] === 0 ? 'ground' : null;
  return strokeAt(at, longitude, latitude, kind, peakKa);
}

/** UTC ms; NaN where the calendar or the clock has no such moment. */
function momentOf(year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0): number {
  const at = Date.UTC(year, month - 1, day, hour, minute) + second * 1_000;
  const isOfClock = hour >= 0 && hour < 24 && minute >= 0 && minute < 60 && second >= 0 && second < 61;
  const read = new Date(Date.UTC(year, month - 1, day));
  return isOfClock && read.getUTCMonth() === month - 1 && read.getUTCDate() === day ? at : Number.NaN;
}

/** Null where it is nowhere, or at no time; a network that has no position writes 0, 0. */
function strokeAt(
  at: number,
  longitude: number | null | undefined,
  latitude: number | null | undefined,
  kind: Stroke['kind'],
  peakKa: number | null | undefined,
): Stroke | null {
  if (longitude == null || latitude == null || !Number.isFinite(at)) return null;
  if (!(Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90)) return null;
  if (longitude === 0 && latitude === 0) return null;
  const isCurrent = peakKa != null && Number.isFinite(peakKa) && Math.abs(peakKa) < 1_000;
  return { at, longitude, latitude, kind, peakKa: isCurrent ? peakKa : null };
}
