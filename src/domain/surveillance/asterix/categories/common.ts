import {
  ascii,
  compound,
  explicit,
  extended,
  flag,
  group,
  hex,
  type Item,
  octal,
  repetitive,
  s,
  spare,
  u,
  value,
} from '#domain/surveillance/asterix/table.ts';

/** Shared by the categories. LSBs are those of the standard; names end in the unit. */
const knotsPerNmPerSecond = 3600;
export const turn16 = 360 / 2 ** 16;
export const wgs23 = 180 / 2 ** 23;
export const wgs25 = 180 / 2 ** 25;
export const wgs30 = 180 / 2 ** 30;
export const wgs31 = 180 / 2 ** 31;
export const wgs32 = 180 / 2 ** 32;
/** Speed of 2^-14 NM/s in knots. */
export const speed14Kt = knotsPerNmPerSecond / 2 ** 14;
/** Times of day and periods of 1/128 s. */
export const second7 = 1 / 128;

export const source = (id = '010'): Item => group(id, 'source', u('sac', 8), u('sic', 8));
export const reservedExpansion = explicit('RE', 'reservedExpansion');
export const specialPurpose = explicit('SP', 'specialPurpose');

export const latLon24 = [s('latitudeDeg', 24, wgs23), s('longitudeDeg', 24, wgs23)] as const;

/** I021/110 and its two halves in I062/380. */
export const trajectoryStatus = extended('TIS', 'status', [flag('unavailable'), flag('invalid'), spare(5)]);
export const trajectoryPoints = repetitive(
  'TID',
  'points',
  flag('numberUnavailable'),
  flag('nonCompliant'),
  u('number', 6),
  s('altitudeFt', 16, 10),
  ...latLon24,
  u('pointType', 4),
  u('turnDirection', 2),
  flag('turnRadiusAvailable'),
  flag('timeOverUnavailable'),
  u('timeOverPointS', 24),
  u('turnRadiusNm', 16, 0.01),
);
export const trajectoryIntent = compound('110', 'trajectoryIntent', trajectoryStatus, trajectoryPoints);

/** I021/220. */
export const meteorology = compound(
  '220',
  'meteorology',
  { id: 'WS', name: 'windSpeedKt', form: { form: 'scalar', field: u('windSpeedKt', 16) } },
  { id: 'WD', name: 'windDirectionDeg', form: { form: 'scalar', field: u('windDirectionDeg', 16) } },
  { id: 'TMP', name: 'temperatureC', form: { form: 'scalar', field: s('temperatureC', 16, 0.25) } },
  { id: 'TRB', name: 'turbulence', form: { form: 'scalar', field: u('turbulence', 8) } },
);

export const bdsRegisters = (id: string, name: string): Item =>
  repetitive(id, name, hex('messageHex', 7), u('bds1', 4), u('bds2', 4));

/** How far a code is to be trusted: V and G of every item that a transponder's reply gave. */
export const validity = [flag('notValidated'), flag('garbled')] as const;

/** What a transponder says of itself in BDS 1,0, in every item of its capability. */
export const modeSCapabilities = [
  flag('specificServices'),
  flag('altitudeResolution25Ft'),
  flag('identificationCapable'),
  u('bds10Bit16', 1),
  u('bds10Bits37To40', 4),
] as const;

/** Modes whose replies had an X pulse. */
export const pulseFlags = [
  flag('mode5'),
  flag('modeC'),
  flag('mode3A'),
  flag('mode2'),
  flag('mode1'),
] as const;

/** FCT of I011/390 and I062/390. */
export const flightCategory = group(
  'FCT',
  'flightCategory',
  u('gatOat', 2),
  u('flightRules', 2),
  u('rvsm', 2),
  flag('highPriority'),
  spare(1),
);

/** Age of a kind of measurement, quarters of a second. */
export const age = (id: string, name: string): Item => value(id, u(name, 8, 0.25));
/** The first ages of I011/290 and of I062/290 in its old edition. */
export const sensorAges: readonly Item[] = [
  age('PSR', 'primaryS'),
  age('SSR', 'secondaryS'),
  age('MDA', 'mode3AS'),
  age('MFL', 'measuredFlightLevelS'),
  age('MDS', 'modeSS'),
  value('ADS', u('adsCS', 16, 0.25)),
  age('ADB', 'adsbS'),
  age('MD1', 'mode1S'),
  age('MD2', 'mode2S'),
];

/** Pre-programmed message of a surface vehicle. */
export const fleetMessage = (id: string): Item =>
  group(id, 'fleetMessage', flag('inTrouble'), u('message', 7));
export const size = (id: string): Item =>
  extended(id, 'size', [u('lengthM', 7)], [u('orientationDeg', 7, 360 / 128)], [u('widthM', 7)]);
export const runway = (id: string): Item =>
  group(id, 'runway', ascii('first', 1), ascii('second', 1), ascii('letter', 1));
export const planTimes = (id: string): Item =>
  repetitive(
    id,
    'times',
    u('type', 5),
    u('day', 2),
    spare(4),
    u('hour', 5),
    spare(2),
    u('minute', 6),
    flag('secondsUnavailable'),
    spare(1),
    u('second', 6),
  );
/** Counters of a ground station; the flag says from when they count. */
export const serviceStatistics = (id: string): Item =>
  repetitive(id, 'statistics', u('type', 8), flag('sinceLastReport'), spare(7), u('count', 32));

/** I062/110. */
export const mode5 = (id: string): Item =>
  compound(
    id,
    'mode5',
    group(
      'SUM',
      'summary',
      flag('interrogation'),
      flag('authenticatedId'),
      flag('authenticatedData'),
      flag('mode1'),
      flag('mode2'),
      flag('mode3'),
      flag('modeC'),
      flag('xPulse'),
    ),
    group('PMN', 'pin', spare(2), u('pin', 14), spare(3), u('nationalOrigin', 5), spare(2), u('mission', 6)),
    group('POS', 'position', ...latLon24),
    group('GA', 'geometricAltitude', spare(1), flag('resolution25Ft'), s('altitudeFt', 14, 25)),
    group('EM1', 'extendedMode1', spare(4), octal('code')),
    value('TOS', s('timeOffsetS', 8, second7)),
    group('XP', 'xPulses', spare(3), ...pulseFlags),
  );
