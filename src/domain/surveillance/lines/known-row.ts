import { readsbType } from '#domain/surveillance/track/json-values.ts';
import { isObject } from '#domain/text/narrow.ts';
import { type FieldName, type JsonMapping, pointerOf } from './json-mapping.ts';

/** What rows of well-known shapes say of themselves, whether the mapping asks for it or not. */

/** Kinds of position of a row of OpenSky (`/states/all`), in its column 16. */
const openSkySource = { column: 16, mlat: 2 } as const;

/** Where the data come from, as readsb, dump1090, Virtual Radar Server and OpenSky say; null: it is not said. */
export function sourceOf(row: unknown, mapping: JsonMapping): ReturnType<typeof readsbType> {
  const calculated = { addressType: 'icao', isCalculated: true } as const;
  const address = pointerOf(mapping, 'icao24');
  if (Array.isArray(row)) {
    const isOpenSky = mapping.reports === '/states' && address === '/0';
    return isOpenSky && row[openSkySource.column] === openSkySource.mlat ? calculated : null;
  }
  if (!isObject(row)) return null;
  if (address === '/Icao') return row.Mlat === true ? calculated : null;
  if (address !== '/hex') return null;
  const from = readsbType(row.type);
  const isCalculated = Array.isArray(row.mlat) && row.mlat.includes('lat');
  return isCalculated ? { addressType: from?.addressType ?? 'icao', isCalculated } : from;
}

/** `SpdTyp` of Virtual Radar Server: indicated and true airspeed. */
const airspeeds: ReadonlySet<unknown> = new Set([2, 3]);

/** Fields whose value is something else in this row: Virtual Radar Server gives a heading as track, an airspeed as speed. */
export function misnamedIn(row: unknown, mapping: JsonMapping): ReadonlySet<FieldName> {
  const names = new Set<FieldName>();
  if (!isObject(row) || pointerOf(mapping, 'icao24') !== '/Icao') return names;
  if (row.TrkH === true) names.add('track');
  if (airspeeds.has(row.SpdTyp)) names.add('groundSpeed');
  return names;
}
