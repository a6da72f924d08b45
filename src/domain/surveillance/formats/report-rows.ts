import type { Report } from '#domain/surveillance/track/report.ts';
import { own } from '#domain/text/own.ts';

/** One line of a message as it is shown: what it is called, what it says, in what unit. */
export interface MessageRow {
  /** As the standard numbers it, e.g. `I021/130`; null: the format numbers nothing. */
  item: string | null;
  /** A key of the catalogues for a report; the title of an item, in the language asked for. */
  name: string;
  /** As it is shown, or what `wordOf` has a text for. */
  value: string;
  unit: string;
}

/** Rows whose values are words of the catalogues. */
const worded: ReadonlySet<string> = new Set([
  'track.field.addressType',
  'track.field.onGround',
  'track.field.emergency',
]);

/** The key of the word that a row's value is; null: it is said as it is. */
export const wordOf = ({ name, value }: Pick<MessageRow, 'name' | 'value'>): string | null =>
  worded.has(name) ? `track.value.${value}` : null;

/** Titles of the fields of a report, by the field. */
const titles: Readonly<Record<string, string>> = {
  icao24: 'icao24',
  callsign: 'callsign',
  mode3A: 'mode3A',
  trackNumber: 'trackNumber',
  sourceKey: 'sensor',
  latitude: 'latitude',
  longitude: 'longitude',
  pressureAltitudeM: 'pressureAltitude',
  geometricAltitudeM: 'geometricAltitude',
  amslAltitudeM: 'amslAltitude',
  groundSpeedMps: 'groundSpeed',
  trackDeg: 'course',
  velocity: 'velocity',
  verticalRateMps: 'verticalRate',
  onGround: 'onGround',
  accuracy: 'accuracy',
  emergency: 'emergency',
  at: 'at',
  timeOfDayS: 'timeOfDay',
  addressType: 'addressType',
};

/** The title of a field of a report, a key of the catalogues; null: the field is none, as one that a source names itself. */
export function fieldKey(field: string): string | null {
  const title = own(titles, field);
  return title === undefined ? null : `track.field.${title}`;
}

/** What a report says of an aircraft, with the units of the product; what it leaves open has no row. */
export function reportRows(report: Report): MessageRow[] {
  const rows: MessageRow[] = [];
  const add = (field: string, value: string | number | boolean | null, unit = '', digits = 0) => {
    if (value === null) return;
    const text = typeof value === 'number' ? String(Number(value.toFixed(digits))) : String(value);
    rows.push({ item: null, name: `track.field.${field}`, value: text, unit });
  };
  add('icao24', report.icao24?.toUpperCase() ?? null);
  add('addressType', report.addressType);
  add('callsign', report.callsign);
  add('mode3A', report.mode3A);
  add('trackNumber', report.trackNumber);
  add('sensor', report.sourceKey);
  add('latitude', report.latitude, '°', 6);
  add('longitude', report.longitude, '°', 6);
  add('pressureAltitude', report.pressureAltitudeM, 'm');
  add('geometricAltitude', report.geometricAltitudeM, 'm');
  add('amslAltitude', report.amslAltitudeM, 'm');
  add('groundSpeed', report.groundSpeedMps, 'm/s', 1);
  add('course', report.trackDeg, '°', 1);
  add('verticalRate', report.verticalRateMps, 'm/s', 1);
  add('onGround', report.onGround);
  add('accuracy', report.accuracy?.horizontalM ?? null, 'm', 1);
  add('emergency', report.emergency);
  add('operatorLatitude', report.operator?.latitude ?? null, '°', 6);
  add('operatorLongitude', report.operator?.longitude ?? null, '°', 6);
  add('operatorAltitude', report.operator?.geometricAltitudeM ?? null, 'm');
  add('at', new Date(report.at).toISOString());
  return rows;
}
