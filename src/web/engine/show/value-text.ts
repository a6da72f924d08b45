import { type Altitude, altitudeM, formatAltitude } from '#domain/geo/altitude.ts';
import { formatPosition } from '#domain/geo/coordinates.ts';
import { metresPerFoot } from '#domain/geo/units.ts';
import type { FieldSchema } from '#domain/record/resource.ts';
import type { Locale } from '#domain/text/label.ts';
import { isObject } from '#domain/text/narrow.ts';

/** Values as one copies or reads them out: pure, for cells, pages and prints alike. */

/** `30°34′42.6″N 103°56′49.6″E`, WGS-84; undefined where the value is no point. */
export function pointText(value: unknown): string | undefined {
  if (!isObject(value) || value.type !== 'Point' || !Array.isArray(value.coordinates)) return undefined;
  const [longitude, latitude] = value.coordinates.map(Number);
  if (longitude === undefined || latitude === undefined) return undefined;
  return formatPosition({ latitude, longitude }, 'dms');
}

/** The vertices of a geometry, as one counts them: a ring's last point is its first. */
export function vertexCount(value: unknown): number {
  if (!isObject(value)) return 0;
  const rings = value.type === 'Polygon' || value.type === 'MultiPolygon';
  const count = (part: unknown): number => {
    if (!Array.isArray(part) || part.length === 0) return 0;
    if (typeof part[0] === 'number') return 1;
    const sum = part.reduce((total: number, inner: unknown) => total + count(inner), 0);
    const ring = rings && Array.isArray(part[0]) && typeof part[0][0] === 'number';
    return ring && sum > 1 && JSON.stringify(part[0]) === JSON.stringify(part.at(-1)) ? sum - 1 : sum;
  };
  return count(value.coordinates);
}

/** The same height in the other units, of the same reference: `984 ft AGL · 300 m AGL` without the one it is given in. */
export function conversionsOf(altitude: Altitude): string {
  const metres = altitudeM(altitude);
  const { reference } = altitude;
  const level =
    reference === 'STD' ? [{ value: metres / metresPerFoot / 100, unit: 'FL' as const, reference }] : [];
  const all: Altitude[] = [
    { value: metres, unit: 'm', reference },
    { value: metres / metresPerFoot, unit: 'ft', reference },
    ...level,
  ];
  return all
    .filter(({ unit }) => unit !== altitude.unit)
    .map((one) => (one.value === 0 ? `0 ${one.unit} ${reference}` : formatAltitude(one)))
    .join(' · ');
}

/** Days of the week and a time of day: the shape of a weekly pattern's items. */
export function isWeekly(schema: FieldSchema): boolean {
  const { days, startTime, endTime } = schema.items?.properties ?? {};
  return days?.type === 'array' && startTime !== undefined && endTime !== undefined;
}

/** `周一至周五 08:00–18:00`; days that follow one another are told by the first and the last. */
export function weeklyText(item: unknown, schema: FieldSchema, locale: Locale): string {
  if (!isObject(item)) return String(item);
  const names = schema.items?.properties?.days?.items?.['x-enum'] ?? {};
  const name = (day: number) => names[String(day)]?.[locale] ?? String(day);
  const days = (Array.isArray(item.days) ? item.days.map(Number) : []).sort((a, b) => a - b);
  const [to, and, every] = locale === 'en' ? ['–', ', ', 'every day'] : ['至', '、', '每天'];
  const runs: [number, number][] = [];
  for (const day of days) {
    const last = runs.at(-1);
    if (last && last[1] === day - 1) last[1] = day;
    else runs.push([day, day]);
  }
  const parts = runs.flatMap(([first, last]) => {
    if (first === last) return [name(first)];
    return last - first === 1 ? [name(first), name(last)] : [`${name(first)}${to}${name(last)}`];
  });
  const when = days.length === 7 ? every : parts.join(and);
  return `${when} ${timeText(item.startTime)}–${timeText(item.endTime)}`;
}

function timeText(value: unknown): string {
  const text = String(value);
  return /^\d{4}$/.test(text) ? `${text.slice(0, 2)}:${text.slice(2)}` : text;
}

/** Where an address of this form leads; undefined: nowhere. */
export function hrefOf(schema: FieldSchema, value: string): string | undefined {
  switch (schema.format) {
    case 'email':
      return `mailto:${value}`;
    case 'phone':
    case 'mobile-cn':
      return `tel:${value.replace(/[^\d+]/g, '')}`;
    case 'uri':
      return /^https?:\/\//i.test(value) ? value : undefined;
    default:
      return undefined;
  }
}

export function isColour(value: string): boolean {
  return /^#[0-9a-f]{6}$/i.test(value);
}

// Here again and not from the requests' module: this one is pure, and that one knows the browser.
