import {
  compound,
  explicit,
  extended,
  flag,
  group,
  hex,
  type Item,
  repetitive,
  s,
  spare,
  u,
} from '#domain/surveillance/asterix/table.ts';

/** Shared by the categories. LSBs are those of the standard; names end in the unit. */
const knotsPerNmPerSecond = 3600;
export const turn16 = 360 / 2 ** 16;
const wgs23 = 180 / 2 ** 23;
export const wgs25 = 180 / 2 ** 25;
export const wgs30 = 180 / 2 ** 30;
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

/** Mode A style code with its validity bits (V, G, L). */
export const bdsRegisters = (id: string, name: string): Item =>
  repetitive(id, name, hex('messageHex', 7), u('bds1', 4), u('bds2', 4));
