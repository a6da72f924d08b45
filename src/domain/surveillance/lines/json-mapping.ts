import { metresPerFoot, metresPerNauticalMile, mpsPerFootPerMinute, mpsPerKnot } from '#domain/geo/units.ts';
import { decoderOf, type ReadError, type SourceDecoder } from '#domain/surveillance/track/reading.ts';
import {
  addressOf,
  callsignOf,
  type Report,
  reportErrorOf,
  unsaid,
} from '#domain/surveillance/track/report.ts';
import { utf8Of } from '#domain/surveillance/track/utf8.ts';
import { cleanLine } from '#domain/text/clean.ts';
import { isObject } from '#domain/text/narrow.ts';
import { own } from '#domain/text/own.ts';

/**
 * JSON of any shape, by a mapping that the source's record holds:
 * `{"reports": "/aircraft", "fields": {"latitude": "/lat", "pressureAltitude": {"at": "/alt", "unit": "ft"}}}`.
 * `reports` is a JSON pointer (RFC 6901) to the list of reports, or to one; absent: the document. The pointers of
 * `fields` begin at a report; behind `#` at the document.
 */
export interface JsonMapping {
  reports: string;
  fields: readonly { name: FieldName; pointer: string; unit: string }[];
}

/** What a field may say, in what units, the first of them unless the mapping says another; each by its factor. */
const units = {
  latitude: { deg: 1, deg7: 1e-7 },
  longitude: { deg: 1, deg7: 1e-7 },
  pressureAltitude: { m: 1, ft: metresPerFoot, FL: 100 * metresPerFoot },
  geometricAltitude: { m: 1, ft: metresPerFoot },
  amslAltitude: { m: 1, ft: metresPerFoot },
  groundSpeed: {
    'm/s': 1,
    kt: mpsPerKnot,
    'km/h': 1 / 3.6,
    mph: 0.44704,
  },
  track: { deg: 1 },
  verticalRate: { 'm/s': 1, 'ft/min': mpsPerFootPerMinute },
  horizontalAccuracy: { m: 1, NM: metresPerNauticalMile },
  at: { iso: 0, ms: 1, s: 1_000 },
  icao24: { hex: 0 },
  callsign: { text: 0 },
  mode3A: { octal: 0 },
  id: { text: 0 },
  onGround: { flag: 0 },
} satisfies Record<string, Record<string, number>>;

type FieldName = keyof typeof units;
const isFieldName = (name: string): name is FieldName => Object.hasOwn(units, name);

export type MappingError =
  | { key: 'track.mapping.notJson' | 'track.mapping.shape' | 'track.mapping.position' }
  | { key: 'track.mapping.field' | 'track.mapping.pointer'; values: { field: string } }
  | { key: 'track.mapping.unit'; values: { field: string; units: string } };

export type MappingRead = { ok: true; mapping: JsonMapping } | { ok: false; error: MappingError };

/** Reads the text of a mapping, or says what is wrong with it. */
export function readMapping(text: string): MappingRead {
  const wrong = (error: MappingError): MappingRead => ({ ok: false, error });
  const value = parsed(text);
  if (value === undefined) return wrong({ key: 'track.mapping.notJson' });
  if (!isObject(value) || !isObject(value.fields)) return wrong({ key: 'track.mapping.shape' });
  const { reports = '' } = value;
  if (typeof reports !== 'string' || !isPointer(reports)) {
    return wrong({ key: 'track.mapping.pointer', values: { field: 'reports' } });
  }
  const fields: JsonMapping['fields'][number][] = [];
  for (const [name, given] of Object.entries(value.fields)) {
    if (!isFieldName(name)) return wrong({ key: 'track.mapping.field', values: { field: name } });
    const pointer = isObject(given) ? given.at : given;
    if (typeof pointer !== 'string' || !isPointer(pointer.replace(/^#/, ''))) {
      return wrong({ key: 'track.mapping.pointer', values: { field: name } });
    }
    const known = Object.keys(units[name]);
    const unit = (isObject(given) ? given.unit : undefined) ?? known[0];
    if (typeof unit !== 'string' || !known.includes(unit)) {
      return wrong({ key: 'track.mapping.unit', values: { field: name, units: known.join(', ') } });
    }
    fields.push({ name, pointer, unit });
  }
  const has = (name: FieldName) => fields.some((field) => field.name === name);
  if (!has('latitude') || !has('longitude')) return wrong({ key: 'track.mapping.position' });
  return { ok: true, mapping: { reports, fields } };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const isPointer = (pointer: string): boolean => /^(\/([^~/]|~[01])*)*$/.test(pointer);

function pointedAt(value: unknown, pointer: string): unknown {
  let here = value;
  for (const part of pointer.split('/').slice(1)) {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~');
    if (Array.isArray(here)) here = here[Number(key)];
    else if (isObject(here)) here = own(here, key);
    else return undefined;
  }
  return here;
}

/** One report of a document by the mapping, or why it is none. */
export function readMapped(
  row: unknown,
  document: unknown,
  { fields }: JsonMapping,
  receivedAtMs: number,
): Report | ReadError {
  const found = new Map<FieldName, Found>();
  for (const { name, pointer, unit } of fields) {
    const value = pointer.startsWith('#') ? pointedAt(document, pointer.slice(1)) : pointedAt(row, pointer);
    if (value !== undefined && value !== null) {
      found.set(name, { value, factor: own<number>(units[name], unit) ?? 0 });
    }
  }
  const number = (name: FieldName): number | null => {
    const one = found.get(name);
    return one === undefined || one.value === '' ? null : figureOf(one.value) * one.factor;
  };
  const text = (name: FieldName): string | null => {
    const value = found.get(name)?.value;
    return typeof value === 'string' || typeof value === 'number' ? String(value) : null;
  };
  const icao24 = addressOf(text('icao24'));
  const code = text('mode3A')?.padStart(4, '0') ?? '';
  const onGround = found.get('onGround')?.value;
  const horizontalM = number('horizontalAccuracy');
  const at = timeOf(found.get('at'));
  const report: Report = {
    ...unsaid,
    icao24,
    addressType: icao24 === null ? null : 'icao',
    callsign: callsignOf(text('callsign')),
    mode3A: /^[0-7]{4}$/.test(code) ? code : null,
    latitude: number('latitude') ?? Number.NaN,
    longitude: number('longitude') ?? Number.NaN,
    pressureAltitudeM: number('pressureAltitude'),
    geometricAltitudeM: number('geometricAltitude'),
    amslAltitudeM: number('amslAltitude'),
    groundSpeedMps: number('groundSpeed'),
    trackDeg: number('track'),
    verticalRateMps: number('verticalRate'),
    onGround: typeof onGround === 'boolean' ? onGround : null,
    accuracy: isLength(horizontalM) ? { horizontalM, verticalM: null, nacp: null } : null,
    trackNumber: nameOf(text('id')),
    at: at ?? receivedAtMs,
    timeResolutionS: at === null ? null : 0.001,
  };
  return reportErrorOf(report) ?? report;
}

interface Found {
  value: unknown;
  factor: number;
}

/** A figure, written as one or in a text; NaN for all else: an object may not even have a text. */
function figureOf(value: unknown): number {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN;
}

const isLength = (metres: number | null): metres is number =>
  metres !== null && Number.isFinite(metres) && metres >= 0;

/** A date and a time of day with their zone: one without would be of wherever the server stands. */
const isoTime = /^\d{4}-\d{2}-\d{2}[T ].*(Z|[+-]\d{2}:?\d{2})$/i;

function timeOf(one: Found | undefined): number | null {
  if (one === undefined) return null;
  const { value, factor } = one;
  if (factor !== 0) return figureOf(value) * factor;
  return typeof value === 'string' && isoTime.test(value) ? Date.parse(value) : Number.NaN;
}

/** A track goes by its name to every map: what is longer is none. */
const mostLetters = 64;
const nameOf = (id: string | null): string | null =>
  id !== null && id.length <= mostLetters ? cleanLine(id, mostLetters) || null : null;

/** Each datagram is one document. A mapping that cannot be read leaves every one unread. */
export function createJsonDecoder(mappingText: string): SourceDecoder {
  const read = readMapping(mappingText);
  return decoderOf(
    function* (bytes, receivedAtMs, into) {
      const document = read.ok ? parsed(utf8Of(bytes)) : undefined;
      if (!read.ok || document === undefined) {
        into.errors.push('track.read.syntax');
        return;
      }
      const rows = pointedAt(document, read.mapping.reports);
      for (const row of Array.isArray(rows) ? rows : [rows]) {
        yield 1;
        const report = readMapped(row, document, read.mapping, receivedAtMs);
        if (typeof report === 'string') into.errors.push(report);
        else into.reports.push(report);
        into.records++;
      }
    },
    { isStream: false, doubt: () => (read.ok ? null : read.error) },
  );
}
