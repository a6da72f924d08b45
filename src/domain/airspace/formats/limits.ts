import type { Altitude, AltitudeReference } from '#domain/geo/altitude.ts';
import { readAltitudeText } from '#domain/geo/altitude-text.ts';
import { own } from '#domain/text/own.ts';
import { twoValuesOf } from './two-values.ts';

/** Without limit above: the highest flight level that three digits write. */
export const unlimited: Altitude = { value: 999, unit: 'FL', reference: 'STD' };

export function isUnlimited({ value, unit }: Altitude): boolean {
  return unit === 'FL' && value >= 999;
}

/** Why a limit could not be read: a key of `airspace.import`, and the values of that message besides the text itself. */
export function limitFault(text: string): { key: string; values?: Record<string, string> } {
  const values = twoValuesOf(text);
  if (values) return { key: 'limitThousands', values };
  return { key: /\bNOTAM\b/i.test(text) ? 'limitNotam' : 'limit' };
}

export interface LimitReading {
  altitude: Altitude;
  /** What the text did not say and was taken: its unit (feet), its datum (mean sea level). */
  assumed: ('unit' | 'reference')[];
}

const references: Record<string, AltitudeReference> = {
  AMSL: 'AMSL',
  MSL: 'AMSL',
  ASL: 'AMSL',
  ALT: 'AMSL',
  QNH: 'AMSL',
  AGL: 'AGL',
  ASFC: 'AGL',
  SFC: 'AGL',
  GND: 'AGL',
  QFE: 'QFE',
  STD: 'STD',
  WGS84: 'WGS84',
};

/**
 * Reads a vertical limit as people and files write it: `GND`, `SFC`, `UNL`, `FL195`, `FL 65`, `2500ft AMSL`,
 * `4500 MSL`, `500 m AGL`, `1000 ASFC`, `300`, and in the forms of the plan sheet: `AGL 500ft`, `真高120米`. A missing unit
 * is taken as feet and a missing datum as mean sea level, as aviation does; `assumed` names them. Null: not a limit.
 */
export function readLimit(text: string): LimitReading | null {
  if (twoValuesOf(text)) return null;
  const tidy = text.trim().toUpperCase().replace(/\s+/g, ' ');
  if (/^((GND|SFC|GROUND|SURFACE)( ?(FT|M))?( ?(AGL|ASFC))?|0 ?(FT|M)? ?(GND|SFC|AGL|ASFC))$/.test(tidy)) {
    return { altitude: { value: 0, unit: 'm', reference: 'AGL' }, assumed: [] };
  }
  if (/^(FL ?)?(UNL|UNLIM|UNLTD|UNLIMITED)( ?(FT|M))?( ?(AMSL|MSL|AGL|STD))?$/.test(tidy))
    return { altitude: unlimited, assumed: [] };
  const level = /^FL ?(\d{1,3}(?:\.\d+)?)(?: ?STD)?$/.exec(tidy);
  if (level) return { altitude: { value: Number(level[1]), unit: 'FL', reference: 'STD' }, assumed: [] };
  const match = /^(-?\d{1,6}(?:\.\d+)?) ?(FT|FEET|METRES|METERS|[FM](?![A-Z]))? ?([A-Z]+\d*)?$/.exec(tidy);
  if (!match) return otherwiseWritten(tidy);
  const [, number = '', unitText, referenceText] = match;
  const reference = referenceText === undefined ? 'AMSL' : own(references, referenceText);
  if (!reference) return null;
  const unit = unitText?.startsWith('M') ? 'm' : 'ft';
  const value = Number(number);
  if (!Number.isFinite(value) || value < -1500 || value > 100_000) return null;
  const assumed: LimitReading['assumed'] = [];
  if (unitText === undefined) assumed.push('unit');
  if (referenceText === undefined) assumed.push('reference');
  return { altitude: { value, unit, reference }, assumed };
}

/** A limit in the forms of the plan sheet, which state their unit and datum. */
function otherwiseWritten(text: string): LimitReading | null {
  const reading = readAltitudeText(text.replace(/\bASL\b/, 'AMSL'));
  if ('error' in reading) return null;
  const { value, unit } = reading.value;
  if (unit === 'FL' ? value < 0 || value > 999 : value < -1500 || value > 100_000) return null;
  return { altitude: reading.value, assumed: [] };
}
