import type { Altitude } from '#domain/geo/altitude.ts';
import { circleRing, type LonLat } from '#domain/geo/geodesy.ts';
import { joined, polygonsOf } from '#domain/geo/polygons.ts';
import { metresPerNauticalMile } from '#domain/geo/units.ts';
import { all, find, type XmlElement } from '#domain/information/xml-tree.ts';
import { speedMps } from './conditions.ts';
import { ringArea } from './warning-area.ts';
import type { AreaWarning } from './weather.ts';

/** Values that several reports of IWXXM have in common: times, speeds, and volumes of air with what they do. */

/** UTC ms of an element's first time; null: it has none. */
export function timeIn(element: XmlElement | null): number | null {
  const at = Date.parse(find(element, 'timePosition')?.text ?? '');
  return Number.isNaN(at) ? null : at;
}

export function numberIn(element: XmlElement | null): number | null {
  if (!element || element.text === '') return null;
  const value = Number(element.text);
  return Number.isFinite(value) ? value : null;
}

const speedUnits: Readonly<Record<string, string>> = { 'm/s': 'MPS', '[kn_i]': 'KT', 'km/h': 'KMH' };

export function speedIn(element: XmlElement | null): number | null {
  const value = numberIn(element);
  const unit = speedUnits[element?.attributes.uom ?? ''];
  return value === null || unit === undefined ? null : speedMps(value, unit);
}

/** One of the areas of a report, with its heights and where it goes. */
export function partIn(element: XmlElement) {
  const volumes = all(element, 'AirspaceVolume');
  const motion = numberIn(find(element, 'directionOfMotion'));
  const speed = speedIn(find(element, 'speedOfMotion'));
  const movement: AreaWarning['movement'] =
    speed === 0
      ? 'stationary'
      : motion === null || speed === null
        ? null
        : { directionDeg: motion, speedMps: speed };
  return {
    areas: volumes.map(surfaceIn),
    lower: common(volumes.map((one) => limitIn(one, 'lower'))),
    upper: common(volumes.map((one) => limitIn(one, 'upper'))),
    movement,
    intensity: intensities[element.attributes.intensityChange ?? ''] ?? null,
  };
}

/** What all say; null where they differ: it is then not known, and counts at all heights. */
export function common<Value>(values: readonly (Value | null)[]): Value | null {
  const [first = null, ...others] = values;
  return others.every((one) => JSON.stringify(one) === JSON.stringify(first)) ? first : null;
}

/** All of them; null, which is the whole region, where one of them cannot be drawn. */
export function areaOfAll(areas: readonly AreaWarning['area'][]): AreaWarning['area'] {
  return areas.includes(null) ? null : joined(areas.flatMap((area) => (area ? polygonsOf(area) : [])));
}

export const intensities: Readonly<Record<string, AreaWarning['intensity']>> = {
  INTENSIFY: 'intensifying',
  WEAKEN: 'weakening',
  NO_CHANGE: 'unchanged',
};

/** A limit of an airspace; the ground where it says so. */
function limitIn(volume: XmlElement | null, side: 'lower' | 'upper'): Altitude | null {
  const element = find(volume, `${side}Limit`);
  const reference = find(volume, `${side}LimitReference`)?.text;
  if (element?.text === 'GND' || element?.text === 'SFC') return { value: 0, unit: 'm', reference: 'AGL' };
  const value = numberIn(element);
  if (value === null) return null;
  const { uom = '' } = element?.attributes ?? {};
  if (uom === 'FL') return { value, unit: 'FL', reference: 'STD' };
  const unit = uom === 'FT' || uom === '[ft_i]' ? 'ft' : 'm';
  if (value === 0 && reference === 'SFC') return { value, unit: 'm', reference: 'AGL' };
  return { value, unit, reference: reference === 'SFC' ? 'AGL' : reference === 'STD' ? 'STD' : 'AMSL' };
}

/** The surface of an airspace, latitude before longitude as EPSG 4326 has it. */
export function surfaceIn(volume: XmlElement): ReturnType<typeof ringArea> {
  const circle = find(volume, 'CircleByCenterPoint');
  if (circle) {
    const [latitude, longitude] = numbersIn(find(circle, 'pos'));
    const radius = find(circle, 'radius');
    const value = numberIn(radius);
    if (latitude === undefined || longitude === undefined || value === null || value <= 0) return null;
    const factor = { '[nmi_i]': metresPerNauticalMile, km: 1_000 }[radius?.attributes.uom ?? ''] ?? 1;
    if (Math.abs(latitude) > 90 || Math.abs(longitude) > 180 || value * factor > 2_000_000) return null;
    return ringArea(circleRing({ latitude, longitude }, value * factor));
  }
  const list = find(volume, 'posList');
  const numbers = list ? numbersIn(list) : all(volume, 'pos').flatMap(numbersIn);
  const corners: LonLat[] = [];
  for (let at = 0; at + 1 < numbers.length; at += 2) {
    const [latitude = 91, longitude = 181] = [numbers[at], numbers[at + 1]];
    if (Math.abs(latitude) > 90 || Math.abs(longitude) > 180) return null;
    corners.push([longitude, latitude]);
  }
  return corners.length > 500 ? null : ringArea(corners);
}

function numbersIn(element: XmlElement | null): number[] {
  const numbers = (element?.text ?? '').split(/\s+/).filter(Boolean).map(Number);
  return numbers.every(Number.isFinite) ? numbers : [];
}
