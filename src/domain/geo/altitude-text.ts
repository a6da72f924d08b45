import {
  mostWrittenCharacters,
  plainFigures,
  thousandsPoint,
  withClearPoint,
} from '#domain/plain-figures.ts';
import { type Altitude, type AltitudeUnit, flightLevelText, isAltitude } from './altitude.ts';

/**
 * Why a text is no altitude. `unit` and `datum`: it lacks only this, for a bare number is read as nothing. `point`: its point
 * may divide thousands.
 */
export type AltitudeFault = 'none' | 'unit' | 'datum' | 'point';

export type AltitudeReading = { value: Altitude } | { error: AltitudeFault };

/** What a text says of an altitude: its datum, or its unit too, may be missing. */
export interface AltitudeParts {
  value: number;
  unit?: AltitudeUnit;
  reference?: Altitude['reference'];
}

const datums: [RegExp, Altitude['reference']][] = [
  [/^(AGL|HGT|GND|真高|距地|离地|離地)$/, 'AGL'],
  [/^(AMSL|MSL|ALT|QNH|海拔|修正海压|海压)$/, 'AMSL'],
  [/^(QFE|场压|场压高)$/, 'QFE'],
  [/^(STD|QNE|标准|标准气压|标准海压)$/, 'STD'],
  [/^(WGS84|WGS-84|HAE|椭球高)$/, 'WGS84'],
];

const number = String.raw`(-?\d+(?:,\d{3})*(?:\.\d+)?)`;
const unit = '(METERS?|METRES?|M|FEET|FT|米|公尺|英尺|呎)?';
const unitFirst = new RegExp(`^${number}${unit}([^\\d]\\S*)?$`);
const datumFirst = new RegExp(`^([^\\d\\s-]\\S*?)${number}${unit}$`);
const metres = /^(M|METERS?|METRES?|米|公尺)$/;

/**
 * A height as people write it, in half or full width, with its datum: `300m AGL`, `真高300米`, `QNH 3000ft`, `GND`, and
 * the levels of field 15: `FL035`, `F035` (hundreds of feet, 1013.25 hPa), `S0120` (tens of metres, 1013.25 hPa), `M0120`
 * (tens of metres, mean sea level), `A045` (hundreds of feet, mean sea level).
 */
export function readAltitudeText(text: string): AltitudeReading {
  const parts = readAltitudeParts(text);
  if ('error' in parts) return parts;
  const { value, unit: stated, reference } = parts;
  if (!stated) return { error: 'unit' };
  return reference ? { value: { value, unit: stated, reference } } : { error: 'datum' };
}

/** The same where the place of the text has a unit and a datum of its own: `120米`, `120`. */
export function readAltitudeParts(text: string): AltitudeParts | { error: AltitudeFault } {
  if (text.trim().length > mostWrittenCharacters) return { error: 'none' };
  const tight = plainFigures(text).trim().toUpperCase().replaceAll(/\s+/g, '');
  if (/^(GND|SFC|地面)$/.test(tight)) return { value: 0, unit: 'm', reference: 'AGL' };
  const flightLevel = /^FL(-?\d{1,4}(?:\.\d+)?)(?:STD)?$/.exec(tight);
  if (flightLevel) return { value: Number(flightLevel[1]), unit: 'FL', reference: 'STD' };
  const level = /^([FSMA])(\d{3,4})$/.exec(tight);
  if (level) return levelOf(level[1] ?? '', level[2] ?? '');
  const first = unitFirst.exec(tight);
  if (first) return made(first[1], first[2], first[3]);
  const last = datumFirst.exec(tight);
  return last ? made(last[2], last[3], last[1]) : { error: 'none' };
}

function levelOf(letter: string, digits: string): AltitudeParts | { error: AltitudeFault } {
  const value = Number(digits);
  if (letter === 'F' && digits.length === 3) return { value, unit: 'FL', reference: 'STD' };
  if (letter === 'A' && digits.length === 3) return { value: value * 100, unit: 'ft', reference: 'AMSL' };
  if (digits.length === 4 && (letter === 'S' || letter === 'M')) {
    return { value: value * 10, unit: 'm', reference: letter === 'S' ? 'STD' : 'AMSL' };
  }
  return { error: 'none' };
}

function made(
  digits = '',
  stated: string | undefined,
  datum: string | undefined,
): AltitudeParts | { error: AltitudeFault } {
  const reference = datum ? datums.find(([pattern]) => pattern.test(datum))?.[1] : undefined;
  if (datum && !reference) return { error: 'none' };
  if (thousandsPoint.test(digits)) return { error: 'point' };
  return {
    value: Number(digits.replaceAll(',', '')),
    ...(stated ? { unit: metres.test(stated) ? ('m' as const) : ('ft' as const) } : {}),
    ...(reference ? { reference } : {}),
  };
}

/** As it is typed into a cell, and read back the same, every digit kept: `300 m AGL`, `FL035`, `GND`. */
export function writeAltitudeText(value: unknown): string {
  if (!isAltitude(value)) return '';
  if (value.unit === 'FL') return flightLevelText(value.value);
  if (value.value === 0 && value.reference === 'AGL') return 'GND';
  return `${withClearPoint(String(value.value))} ${value.unit} ${value.reference}`;
}
