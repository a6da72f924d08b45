import { cleanLine } from '#domain/text/clean.ts';

/**
 * What one sensor said of one aircraft at one time, whatever the sensor speaks. WGS-84 degrees, metres,
 * metres per second, true degrees. null: the sensor did not say.
 */
export interface Report {
  /** 24-bit address, six lower-case hex digits; null where the sensor does not vouch for it. */
  icao24: string | null;
  callsign: string | null;
  /** Four octal digits. */
  mode3A: string | null;
  latitude: number;
  longitude: number;
  /** Above 1013.25 hPa (STD). */
  pressureAltitudeM: number | null;
  /** Above the WGS-84 ellipsoid. */
  geometricAltitudeM: number | null;
  /** Above mean sea level, as satellite receivers and trackers with a QNH say it. */
  amslAltitudeM: number | null;
  groundSpeedMps: number | null;
  trackDeg: number | null;
  verticalRateMps: number | null;
  onGround: boolean | null;
  /** When the position was true, UTC milliseconds. */
  at: number;
  /** Seconds since UTC midnight as the sensor sent it. */
  timeOfDayS: number | null;
  /** The sensor's own name of this track, unique within `sourceKey`. */
  trackNumber: string | null;
  /** Sensor within a feed: `sac/sic`. */
  sourceKey: string | null;
  /** What gave the target its name: `icao24`, or `trackNumber` where it is none; null: not said. */
  addressType: AddressType | null;
  /** What `at` is rounded to, seconds; null: the report said no time of its own, `at` is when it came in. */
  timeResolutionS: number | null;
  accuracy: Accuracy | null;
  /** The radar that measured this by range and azimuth; null: not measured so. */
  radar: RadarOrigin | null;
  /** Emergency that the aircraft itself declares beside its code; null: none, or not said. */
  emergency: Emergency | null;
  /** Of values that came in messages of their own: when they were said. Absent: with the position. */
  said?: SaidTimes;
  /** Where the pilot of an unmanned aircraft is; absent: not said. */
  operator?: Operator;
  /** Navigation integrity category of ADS-B, 0 (unknown) to 11 (RTCA DO-260B); absent: not stated. */
  nic?: number;
}

/** Values that one corrupted message can carry: a change is believed once a second message says the same. */
export type AskedTwice =
  | 'callsign'
  | 'mode3A'
  | 'onGround'
  | 'emergency'
  | 'pressureAltitudeM'
  | 'geometricAltitudeM';

/** When a value was said first and last without another in between, UTC ms. */
export type SaidTimes = Partial<Record<AskedTwice, { firstAt: number; lastAt: number }>>;

/** Where the pilot of an unmanned aircraft is, WGS-84. */
export interface Operator {
  latitude: number;
  longitude: number;
  /** Above the WGS-84 ellipsoid; null: not known. */
  geometricAltitudeM: number | null;
  /** When it was so, UTC ms; null: not said. */
  at: number | null;
}

/**
 * `nonIcao`: invented by a ground station or the aircraft; of these `anonymous` was chosen by the aircraft so that nobody
 * knows it again, and `trackFile` is the number of a track that a ground station broadcasts (TIS-B). `tracker`: of a device
 * or a service that has addresses of its own (SPOT, Flymaster, SafeSky, …).
 */
export const addressTypes = [
  'icao',
  'surfaceVehicle',
  'nonIcao',
  'anonymous',
  'trackFile',
  'flarm',
  'ogn',
  'naviter',
  'fanet',
  'tracker',
  'remoteId',
  'terminal',
] as const;

export type AddressType = (typeof addressTypes)[number];

/** A stored kind of identity; null: not stored, or a kind that this version does not know. */
export const addressTypeIn = (value: unknown): AddressType | null =>
  addressTypes.find((type) => type === value) ?? null;

/** Where a radar stands, and how well it measures: one standard deviation each; null: not known. */
export interface RadarOrigin {
  latitude: number;
  longitude: number;
  rangeDeviationM: number | null;
  azimuthDeviationDeg: number | null;
}

/** Emergency state of ADS-B (BDS 6,1). */
export type Emergency =
  | 'general'
  | 'medical'
  | 'minimumFuel'
  | 'noCommunications'
  | 'unlawfulInterference'
  | 'downed';

/** How good a sensor says that its position is. Distances hold the true one 95 times in 100, in metres. */
export interface Accuracy {
  horizontalM: number | null;
  verticalM: number | null;
  /** Navigation accuracy category for position, 0 to 11 (RTCA DO-260B). */
  nacp: number | null;
}

/** A report that says nothing yet: what a format does not have stays null. */
export const unsaid: Omit<Report, 'latitude' | 'longitude' | 'at'> = {
  icao24: null,
  callsign: null,
  mode3A: null,
  pressureAltitudeM: null,
  geometricAltitudeM: null,
  amslAltitudeM: null,
  groundSpeedMps: null,
  trackDeg: null,
  verticalRateMps: null,
  onGround: null,
  timeOfDayS: null,
  trackNumber: null,
  sourceKey: null,
  addressType: null,
  timeResolutionS: null,
  accuracy: null,
  radar: null,
  emergency: null,
};

/** Estimated position uncertainty of NACp 1 to 11, metres. */
const nacpM = [null, 18_520, 7_408, 3_704, 1_852, 926, 555.6, 185.2, 92.6, 30, 10, 3];

/** Accuracy of a category; null for 0, unknown, and for what is not defined. */
export function accuracyOfNacp(nacp: number | null): Accuracy | null {
  const horizontalM = nacpM[nacp ?? 0] ?? null;
  return horizontalM === null ? null : { horizontalM, verticalM: null, nacp };
}

/**
 * NIC of a navigation uncertainty category (NUCp 0 to 9) of version 0 (RTCA DO-260), by the protection limit that both
 * state: NUCp 2 is within 10 NM, which only NIC 1 (20 NM) contains.
 */
const nicOfNucps = [0, 1, 1, 4, 5, 6, 7, 8, 10, 11];
export const nicOfNucp = (nucp: number): number | null => nicOfNucps[nucp] ?? null;

/**
 * Accuracy of a position that receivers calculated from times of arrival (multilateration) and that says none of its own:
 * what networks of volunteers reach.
 */
export const calculatedAccuracy: Accuracy = { horizontalM: 300, verticalM: null, nacp: null };

const emergencies = [
  null,
  'general',
  'medical',
  'minimumFuel',
  'noCommunications',
  'unlawfulInterference',
  'downed',
] as const;

/** Emergency of its number in BDS 6,1 and in I021/200. */
export const emergencyOf = (state: number | null): Emergency | null => emergencies[state ?? 0] ?? null;

/** Why nothing of a report can be used: where or when it was is not known. */
export type ReportError = 'track.range.position' | 'track.range.time' | 'track.range.future';

/** The last moment of a JavaScript date. */
const mostTimeMs = 8.64e15;

/** Refuses a position that is not on earth and a time that is none; null: it is usable. */
export function reportErrorOf(report: Report): ReportError | null {
  if (!(Math.abs(report.latitude) <= 90 && Math.abs(report.longitude) <= 180)) return 'track.range.position';
  return Math.abs(report.at) <= mostTimeMs ? null : 'track.range.time';
}

/** Characters of a name in a report at most. */
const mostLetters = 64;
/** Most names: letters, digits and signs of ASCII. */
const plain = /^[ -~]{0,64}$/;

function cleanName(name: string | null): string | null {
  return name === null || plain.test(name) ? name : cleanLine(name, mostLetters) || null;
}

/** The report with texts that can be stored, shown and written to files; the same where they are so already. */
export function cleanReport(report: Report): Report {
  const callsign = cleanName(report.callsign);
  const trackNumber = cleanName(report.trackNumber);
  const sourceKey = cleanName(report.sourceKey);
  const isClean =
    callsign === report.callsign && trackNumber === report.trackNumber && sourceKey === report.sourceKey;
  return isClean ? report : { ...report, callsign, trackNumber, sourceKey };
}

export function times(value: number | null, factor: number): number | null {
  return value === null ? null : value * factor;
}

const addressPattern = /^[0-9a-f]{6}$/;
const callsignPattern = /^[A-Z0-9-]{1,8}$/;

/** A usable 24-bit address in lower case; null for none, for all zeros and for all ones. */
export function addressOf(text: string | null): string | null {
  const address = text?.trim().toLowerCase() ?? '';
  return addressPattern.test(address) && address !== '000000' && address !== 'ffffff' ? address : null;
}

/**
 * An address as feeds write it, also behind `0x`, and of what kind it is: behind `~` or `@` it is none that ICAO gave.
 * null: it is none.
 */
export function writtenAddress(text: string): { address: string; addressType: AddressType } | null {
  const isInvented = /^[~@]/.test(text);
  const address = addressOf(text.replace(/^[~@]?(?:0x)?/i, ''));
  return address === null ? null : { address, addressType: isInvented ? 'nonIcao' : 'icao' };
}

/** A usable callsign, without the padding; null where a character of it was lost. */
export function callsignOf(text: string | null): string | null {
  // Characters that fill it up come as blanks or as `@`.
  const callsign =
    text
      ?.replace(/[\s@]+$/, '')
      .trim()
      .toUpperCase() ?? '';
  return callsignPattern.test(callsign) ? callsign : null;
}
