import type { Altitude } from '#domain/geo/altitude.ts';
import type { Position } from '#domain/geo/geodesy.ts';
import type { Area } from '#domain/geo/polygons.ts';
import type { InformationKind } from '#domain/information/bulletin.ts';
import type { Text } from '#domain/text/errors.ts';

/**
 * Weather as the product keeps it, whatever it was read from (TAC or IWXXM). Values are in one unit each, which the name
 * says; times are UTC ms; what a report leaves out or gives as slashes is null.
 * Source: ICAO Annex 3 and Doc 8896, WMO-No. 306 (FM 15, 16, 51); MH/T 4016 for Chinese reports (wind in m/s).
 */

export interface Wind {
  /** From where, degrees true; null: variable. */
  directionDeg: number | null;
  speedMps: number;
  gustMps: number | null;
  /** `VRB` between these two, clockwise, degrees true. */
  variableDeg: [number, number] | null;
}

export interface Visibility {
  /** 10,000 stands for 10 km or more. */
  minimumM: number;
  /** Of the lowest visibility, where given: `N`, `NE` … */
  direction: string | null;
  /** The prevailing visibility, where the lowest is told beside it. */
  prevailingM?: number;
  /** `M1/4SM` less, `P6SM` more than `minimumM`; absent: as much. */
  bound?: 'below' | 'above';
}

export interface RunwayVisualRange {
  runway: string;
  lowM: number;
  /** Of a range that varies; null: one value. */
  highM: number | null;
  /** `P` above, `M` below what can be measured. */
  bound: 'above' | 'below' | null;
  tendency: 'up' | 'down' | 'none' | null;
}

/** One group of weather, `+TSRA`: as it stands, cut into intensity, descriptor and phenomena. */
export interface WeatherGroup {
  code: string;
  intensity: 'light' | 'moderate' | 'heavy' | 'vicinity';
  descriptor: string | null;
  phenomena: string[];
}

export interface CloudLayer {
  amount: 'FEW' | 'SCT' | 'BKN' | 'OVC' | null;
  /** Above the aerodrome, feet as reported. */
  baseFt: number | null;
  type: 'CB' | 'TCU' | null;
}

/** What a group of conditions says: an observation, or one part of a forecast. */
export interface Conditions {
  wind: Wind | null;
  cavok: boolean;
  visibility: Visibility | null;
  weather: WeatherGroup[];
  /** `NSW`: no significant weather any more. */
  noSignificantWeather: boolean;
  cloud: CloudLayer[];
  /** `SKC`, `NSC`, `NCD`: as it stands; null: layers, or nothing is said. */
  noCloud: string | null;
  verticalVisibilityFt: number | null;
}

export interface TrendPart {
  kind: 'BECMG' | 'TEMPO' | 'FM' | 'PROB30' | 'PROB40' | 'PROB30 TEMPO' | 'PROB40 TEMPO';
  /** UTC ms; null: not said. */
  from: number | null;
  to: number | null;
  conditions: Conditions;
}

export interface Observation extends Conditions {
  kind: 'METAR' | 'SPECI';
  station: string;
  observedAt: number;
  isAutomatic: boolean;
  isCorrected: boolean;
  /** `NIL`: nothing was observed. */
  isMissing: boolean;
  runwayVisualRange: RunwayVisualRange[];
  temperatureC: number | null;
  dewPointC: number | null;
  qnhHpa: number | null;
  recentWeather: WeatherGroup[];
  /** Runways as written, `R18`; `ALL RWY`. */
  windShear: string[];
  /** `NOSIG`. */
  isWithoutChange: boolean;
  trend: TrendPart[];
  remarks: string | null;
  /** Groups that say nothing which is known; absent: none. */
  unread?: string[];
}

export interface Forecast {
  kind: 'TAF';
  station: string;
  issuedAt: number;
  validFrom: number;
  validTo: number;
  amendment: 'none' | 'AMD' | 'COR' | 'CNL';
  isMissing: boolean;
  base: Conditions;
  changes: TrendPart[];
  maximumC: { value: number; at: number } | null;
  minimumC: { value: number; at: number } | null;
  remarks: string | null;
  /** Groups that say nothing which is known; absent: none. */
  unread?: string[];
}

/** One area, or several of the same report. */
export type WarnedArea = Area<number[]>;

/** SIGMET, AIRMET, and the sections of a GAMET that are an area; advisories likewise. */
export interface AreaWarning {
  kind: 'SIGMET' | 'AIRMET' | 'GAMET' | 'volcanicAsh' | 'tropicalCyclone';
  /** The flight information region, `ZBPE`. */
  fir: string;
  /** The office that issued it, `ZBAA`. */
  office: string | null;
  sequence: string | null;
  issuedAt: number | null;
  validFrom: number;
  validTo: number;
  isCancellation: boolean;
  /** Of a cancellation: which. */
  cancels: string | null;
  /** `SEV TURB`, `EMBD TS`, as written. */
  phenomenon: string | null;
  isObserved: boolean | null;
  /** Rings of longitude and latitude, degrees WGS 84; null: the whole region, or it is not said. */
  area: WarnedArea | null;
  lower: Altitude | null;
  upper: Altitude | null;
  movement: { directionDeg: number; speedMps: number } | 'stationary' | null;
  intensity: 'intensifying' | 'weakening' | 'unchanged' | null;
  /** Where it is expected at the end of its time; absent: it is not said. */
  forecastArea?: AreaWarning['area'];
  text: string;
}

/** Wind and temperature at one height of a table of winds aloft. */
export interface WindLevel {
  altitude: Altitude;
  /** From where, degrees true; null: variable, or no wind is given. */
  directionDeg: number | null;
  /** Null: no wind is given. */
  speedMps: number | null;
  temperatureC: number | null;
}

/** Winds and temperatures aloft over one place, as they are forecast for one moment. */
export interface WindsAloft {
  kind: 'windsAloft';
  /** Location indicator; of a point of a grid its degrees and minutes, `3030N10412E`. */
  station: string;
  /** Of a point of a grid, degrees WGS 84; null: that of the aerodrome. */
  position: Position | null;
  /** Of the data that the forecast is made from; of one that does not say so when it came. */
  issuedAt: number;
  /** The moment that is forecast. */
  validAt: number;
  /** When the forecast is to be used. */
  validFrom: number;
  validTo: number;
  /** From the lowest. */
  levels: WindLevel[];
}

export type DecodedWeather = Observation | Forecast | AreaWarning | WindsAloft;

/** The kinds of reports that are weather. */
export const weatherKinds = [
  'METAR',
  'SPECI',
  'TAF',
  'SIGMET',
  'AIRMET',
  'GAMET',
  'volcanicAsh',
  'tropicalCyclone',
  'windsAloft',
] as const satisfies InformationKind[];

/** What a report says, or why it says nothing. */
export type ReadWeather<Value extends DecodedWeather> =
  | { ok: true; value: Value }
  | { ok: false; reason: Text };
