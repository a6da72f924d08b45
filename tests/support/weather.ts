import type {
  AreaWarning,
  CloudLayer,
  Conditions,
  Forecast,
  Observation,
  Wind,
} from '#domain/weather/weather.ts';

export const wind = (directionDeg: number | null, speedMps: number, more: Partial<Wind> = {}): Wind => ({
  directionDeg,
  speedMps,
  gustMps: null,
  variableDeg: null,
  ...more,
});

export const layer = (amount: CloudLayer['amount'], baseFt: number | null): CloudLayer => ({
  amount,
  baseFt,
  type: null,
});

/** Conditions of which nothing is said but these. */
export const conditions = (more: Partial<Conditions> = {}): Conditions => ({
  wind: null,
  cavok: false,
  visibility: null,
  weather: [],
  noSignificantWeather: false,
  cloud: [],
  noCloud: null,
  verticalVisibilityFt: null,
  ...more,
});

export const visibility = (minimumM: number) => ({ visibility: { minimumM, direction: null } });

/** `METAR ZHEC 070900Z 32002MPS CAVOK 16/05 Q1023 NOSIG=` (operations.md 1.12), with what differs. */
export const observation = (more: Partial<Observation> = {}): Observation => ({
  ...conditions({ cavok: true, wind: wind(320, 2) }),
  kind: 'METAR',
  station: 'ZHEC',
  observedAt: Date.UTC(2026, 10, 7, 9),
  isAutomatic: false,
  isCorrected: false,
  isMissing: false,
  runwayVisualRange: [],
  temperatureC: 16,
  dewPointC: 5,
  qnhHpa: 1_023,
  recentWeather: [],
  windShear: [],
  isWithoutChange: true,
  trend: [],
  remarks: null,
  ...more,
});

export const forecast = (more: Partial<Forecast> = {}): Forecast => ({
  kind: 'TAF',
  station: 'ZHEC',
  issuedAt: Date.UTC(2026, 10, 7, 9),
  validFrom: Date.UTC(2026, 10, 7, 9),
  validTo: Date.UTC(2026, 10, 8, 9),
  amendment: 'none',
  isMissing: false,
  base: conditions({ cavok: true, wind: wind(320, 4) }),
  changes: [],
  maximumC: null,
  minimumC: null,
  remarks: null,
  ...more,
});

export const warning = (more: Partial<AreaWarning> = {}): AreaWarning => ({
  kind: 'SIGMET',
  fir: 'ZBPE',
  office: 'ZBAA',
  sequence: '2',
  issuedAt: Date.UTC(2026, 10, 7, 8),
  validFrom: Date.UTC(2026, 10, 7, 9),
  validTo: Date.UTC(2026, 10, 7, 13),
  isCancellation: false,
  cancels: null,
  phenomenon: 'SEV TURB',
  isObserved: false,
  area: null,
  lower: { value: 180, unit: 'FL', reference: 'STD' },
  upper: { value: 340, unit: 'FL', reference: 'STD' },
  movement: { directionDeg: 90, speedMps: 10 },
  intensity: 'unchanged',
  text: 'SEV TURB FCST FL180/340 MOV E 36KMH NC',
  ...more,
});
