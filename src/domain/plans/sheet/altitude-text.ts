import { type Altitude, isAltitude } from '#domain/geo/altitude.ts';

/** Why a text is no altitude: what is missing is named, for a bare number is read as nothing. */
export type AltitudeError =
  | 'plan.sheet.fault.altitude'
  | 'plan.sheet.fault.altitudeUnit'
  | 'plan.sheet.fault.altitudeDatum';

export type AltitudeReading = { value: Altitude } | { error: AltitudeError };

const datums: [RegExp, Altitude['reference']][] = [
  [/^(AGL|HGT|真高|距地|离地)$/, 'AGL'],
  [/^(AMSL|MSL|ALT|QNH|海拔|修正海压|海压)$/, 'AMSL'],
  [/^(QFE|场压|场压高)$/, 'QFE'],
  [/^(STD|QNE|标准|标准气压|标准海压)$/, 'STD'],
  [/^(WGS84|WGS-84|HAE|椭球高)$/, 'WGS84'],
];

function datumOf(text: string): Altitude['reference'] | undefined {
  return datums.find(([pattern]) => pattern.test(text))?.[1];
}

const numberPattern = String.raw`(-?\d+(?:,\d{3})*(?:\.\d+)?)`;
const unit = '(M|FT|米|英尺)?';
const unitFirst = new RegExp(`^${numberPattern}${unit}([^\\d]\\S*)?$`);
const datumFirst = new RegExp(`^([^\\d\\s-]\\S*?)${numberPattern}${unit}$`);

/**
 * A height as people type it, with its datum: `300m AGL`, `真高300米`, `1200 m AMSL`, `GND`, and the levels of field 15:
 * `FL035`, `F035` (hundreds of feet, 1013.25 hPa), `S0120` (tens of metres, 1013.25 hPa), `M0120` (tens of metres, mean
 * sea level), `A045` (hundreds of feet, mean sea level).
 */
export function readAltitudeText(text: string): AltitudeReading {
  const plain = text.normalize('NFKC').trim().toUpperCase();
  const tight = plain.replaceAll(/\s+/g, '');
  if (/^(GND|SFC|地面)$/.test(tight)) return { value: { value: 0, unit: 'm', reference: 'AGL' } };
  const level = /^(FL|[FSMA])(\d{1,4})$/.exec(tight);
  if (level) return levelOf(level[1] ?? '', level[2] ?? '');
  const first = unitFirst.exec(tight);
  if (first) return made(first[1], first[2], first[3]);
  const last = datumFirst.exec(tight);
  if (last) return made(last[2], last[3], last[1]);
  return { error: 'plan.sheet.fault.altitude' };
}

function levelOf(letter: string, digits: string): AltitudeReading {
  const number = Number(digits);
  if (letter === 'FL' || (letter === 'F' && digits.length === 3)) {
    return { value: { value: number, unit: 'FL', reference: 'STD' } };
  }
  if (letter === 'A' && digits.length === 3) {
    return { value: { value: number * 100, unit: 'ft', reference: 'AMSL' } };
  }
  if (digits.length === 4 && (letter === 'S' || letter === 'M')) {
    return { value: { value: number * 10, unit: 'm', reference: letter === 'S' ? 'STD' : 'AMSL' } };
  }
  return { error: 'plan.sheet.fault.altitude' };
}

function made(
  number: string | undefined,
  unit: string | undefined,
  datum: string | undefined,
): AltitudeReading {
  const reference = datum === undefined || datum === '' ? undefined : datumOf(datum);
  if (datum && !reference) return { error: 'plan.sheet.fault.altitude' };
  if (!unit) return { error: 'plan.sheet.fault.altitudeUnit' };
  if (!reference) return { error: 'plan.sheet.fault.altitudeDatum' };
  const value = Number((number ?? '').replaceAll(',', ''));
  return { value: { value, unit: unit === 'M' || unit === '米' ? 'm' : 'ft', reference } };
}

/** As it is typed into a cell, and read back the same: `300 m AGL`, `FL035`. */
export function writeAltitudeText(value: unknown): string {
  if (!isAltitude(value)) return '';
  if (value.unit === 'FL') return `FL${String(value.value).padStart(3, '0')}`;
  return value.value === 0 && value.reference === 'AGL'
    ? 'GND'
    : `${value.value} ${value.unit} ${value.reference}`;
}
