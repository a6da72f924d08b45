import type { Position } from '#domain/geo/geodesy.ts';

/** Compact position reporting (RTCA DO-260B appendix A 1.7): half a position in 2 × 17 bits, even or odd. */
export interface CprFrame {
  odd: boolean;
  /** 0 to 131,071. */
  latitude: number;
  longitude: number;
}

const scale = 2 ** 17;
const evenZones = 60;
/** Degrees that the zones divide: all of the circle in the air, a quarter of it on the ground. */
export const airborneSpan = 360;
export const surfaceSpan = 90;
export type CprSpan = typeof airborneSpan | typeof surfaceSpan;

const modulo = (value: number, by: number): number => value - by * Math.floor(value / by);

/** Number of longitude zones at a latitude, 1 to 59. */
export function longitudeZones(latitude: number): number {
  const absolute = Math.abs(latitude);
  if (absolute >= 87) return absolute > 87 ? 1 : 2;
  const cosine = Math.cos((Math.PI / 180) * absolute);
  const ratio = (1 - Math.cos(Math.PI / (2 * 15))) / (cosine * cosine);
  return Math.floor((2 * Math.PI) / Math.acos(1 - ratio));
}

const zonesOf = (latitude: number, odd: boolean): number =>
  Math.max(longitudeZones(latitude) - (odd ? 1 : 0), 1);

const wrapped = (longitude: number): number => modulo(longitude + 180, 360) - 180;

/**
 * The position of the later of an even and an odd frame; null where they are not of one zone. On the ground it is
 * known but for quarters of the circle: that nearest to the reference is taken, and without one there is none.
 */
export function globalPosition(
  even: CprFrame,
  odd: CprFrame,
  laterIsOdd: boolean,
  span: CprSpan,
  reference: Position | null,
): Position | null {
  if (span === surfaceSpan && reference === null) return null;
  const [evenLat, oddLat] = [even.latitude / scale, odd.latitude / scale];
  const index = Math.floor((evenZones - 1) * evenLat - evenZones * oddLat + 0.5);
  const latitudeIn = (zones: number, part: number): number => {
    const latitude = (span / zones) * (modulo(index, zones) + part);
    if (span === airborneSpan) return latitude >= 270 ? latitude - 360 : latitude;
    return reference !== null &&
      Math.abs(latitude - 90 - reference.latitude) < Math.abs(latitude - reference.latitude)
      ? latitude - 90
      : latitude;
  };
  const evenLatitude = latitudeIn(evenZones, evenLat);
  const oddLatitude = latitudeIn(evenZones - 1, oddLat);
  const zones = longitudeZones(evenLatitude);
  if (zones !== longitudeZones(oddLatitude)) return null;
  const latitude = laterIsOdd ? oddLatitude : evenLatitude;
  if (Math.abs(latitude) > 90) return null;
  const [evenLon, oddLon] = [even.longitude / scale, odd.longitude / scale];
  const parts = zonesOf(latitude, laterIsOdd);
  const lonIndex = Math.floor(evenLon * (zones - 1) - oddLon * zones + 0.5);
  const longitude = (span / parts) * (modulo(lonIndex, parts) + (laterIsOdd ? oddLon : evenLon));
  if (span === airborneSpan || reference === null) return { latitude, longitude: wrapped(longitude) };
  const quarter = Math.round((reference.longitude - longitude) / span) * span;
  return { latitude, longitude: wrapped(longitude + quarter) };
}

/** The position that one frame gives near a reference: right within half a zone, 180 NM in the air, 45 NM on the ground. */
export function localPosition(frame: CprFrame, span: CprSpan, reference: Position): Position | null {
  const latZone = span / (evenZones - (frame.odd ? 1 : 0));
  const latPart = frame.latitude / scale;
  const latIndex =
    Math.floor(reference.latitude / latZone) +
    Math.floor(0.5 + modulo(reference.latitude, latZone) / latZone - latPart);
  const latitude = latZone * (latIndex + latPart);
  if (Math.abs(latitude) > 90) return null;
  const lonZone = span / zonesOf(latitude, frame.odd);
  const lonPart = frame.longitude / scale;
  const lonIndex =
    Math.floor(reference.longitude / lonZone) +
    Math.floor(0.5 + modulo(reference.longitude, lonZone) / lonZone - lonPart);
  return { latitude, longitude: wrapped(lonZone * (lonIndex + lonPart)) };
}

export function cprFrame({ latitude, longitude }: Position, odd: boolean, span: CprSpan): CprFrame {
  const latZone = span / (evenZones - (odd ? 1 : 0));
  const lat = Math.floor((scale * modulo(latitude, latZone)) / latZone + 0.5);
  // The latitude that a receiver will find decides into how many zones its parallel falls.
  const received = latZone * (lat / scale + Math.floor(latitude / latZone));
  const lonZone = span / zonesOf(received, odd);
  const lon = Math.floor((scale * modulo(longitude, lonZone)) / lonZone + 0.5);
  return { odd, latitude: lat % scale, longitude: lon % scale };
}
