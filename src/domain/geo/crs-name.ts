import { isObject } from '#domain/text/narrow.ts';

/** WGS-84 as files of before RFC 7946 name it, and CGCS2000, which is the same to within centimetres. */
const ours =
  /(?:CRS:?84|EPSG:+(?:[\d.]*:)?(?:4326|4490|4979)|\/EPSG\/(?:[\d.]+\/)?(?:4326|4490|4979)(?:\/\w*)*|^WGS[ _-]?(?:19)?84)$/i;

const mostShown = 100;

/**
 * The coordinate system that the member `crs` of a GeoJSON file names (GeoJSON 2008, section 3), where it is not
 * WGS-84; null: it is, or the file names none.
 */
export function otherSystem(crs: unknown): string | null {
  if (crs === undefined || crs === null) return null;
  const name = nameOf(crs);
  if (typeof name === 'string' && ours.test(name.trim())) return null;
  return (typeof name === 'string' ? name.trim() : JSON.stringify(name)).slice(0, mostShown);
}

function nameOf(crs: unknown): unknown {
  if (!isObject(crs) || !isObject(crs.properties)) return crs;
  const { name, href, code } = crs.properties;
  // The form of before 2008: {"type": "EPSG", "properties": {"code": 4326}}.
  if (crs.type === 'EPSG' && (typeof code === 'number' || typeof code === 'string')) return `EPSG:${code}`;
  return name ?? href ?? crs;
}
