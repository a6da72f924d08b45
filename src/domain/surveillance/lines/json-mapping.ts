import { metresPerFoot, metresPerNauticalMile, mpsPerFootPerMinute, mpsPerKnot } from '#domain/geo/units.ts';
import { isObject } from '#domain/text/narrow.ts';
import { own } from '#domain/text/own.ts';

/**
 * JSON of any shape, by a mapping that the source's record holds:
 * `{"reports": "/aircraft", "fields": {"latitude": "/lat", "pressureAltitude": {"at": "/alt", "unit": "ft"}}}`.
 * `reports` is a JSON pointer (RFC 6901) to the list of reports, or to one; absent: the document. The pointers of
 * `fields` begin at a report; behind `#` at the document. `at` is a time of the row or of the document; `positionAge`
 * says how long before it the position was true.
 */
export interface JsonMapping {
  reports: string;
  fields: readonly { name: FieldName; pointer: string; unit: string }[];
}

/** Where a row has this field; undefined: the mapping does not ask for it. */
export const pointerOf = ({ fields }: JsonMapping, wanted: FieldName): string | undefined =>
  fields.find(({ name }) => name === wanted)?.pointer;

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
  at: { iso: 0, ms: 1, s: 1_000, us: 0.001 },
  positionAge: { s: 1_000, ms: 1 },
  icao24: { hex: 0 },
  addressType: { readsb: 0 },
  callsign: { text: 0 },
  mode3A: { octal: 0 },
  id: { text: 0 },
  onGround: { flag: 0 },
} satisfies Record<string, Record<string, number>>;

export type FieldName = keyof typeof units;
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

/** By how much a value is multiplied that is written in this unit of the field; 0: it is no figure. */
export const factorOf = (name: FieldName, unit: string): number => own<number>(units[name], unit) ?? 0;

/** JSON as a value; undefined: it is none. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const isPointer = (pointer: string): boolean => /^(\/([^~/]|~[01])*)*$/.test(pointer);
