import {
  type CategoryTable,
  extended,
  flag,
  group,
  type Item,
  octal,
  repetitiveFx,
  s,
  spare,
  u,
  value,
} from '#domain/surveillance/asterix/table.ts';
import { second7, source, specialPurpose, speed14Kt, turn16, validity } from './common.ts';

const descriptor = extended(
  '020',
  'descriptor',
  [flag('track'), flag('simulated'), u('detection', 2), u('antenna', 1), flag('spi'), flag('fieldMonitor')],
  [flag('test'), u('specialCode', 2), flag('militaryEmergency'), flag('militaryIdentification'), spare(2)],
);
const polar = group('040', 'polar', u('rangeNm', 16, 1 / 128), u('azimuthDeg', 16, turn16));
const mode3A = group('070', 'mode3A', ...validity, flag('notExtracted'), spare(1), octal('code'));
const flightLevel = group('090', 'flightLevel', ...validity, s('flightLevelFl', 14, 0.25));
const plotCharacteristics = repetitiveFx('130', 'plotCharacteristics', u('value', 7));
/** Within the 512 s that the sensor's last full time of day (CAT002) begins. */
const truncatedTime = value('141', u('truncatedTimeOfDayS', 16, second7));
const mode2 = group('050', 'mode2', ...validity, flag('notExtracted'), spare(1), octal('code'));
/** LSB is 2^(f-14) NM/s with f = 6 unless the sensor's document says another: 14.0625 kt. */
const doppler = value('120', s('radialSpeedKt', 8, 3600 / 2 ** 8));
const power = value('131', s('receivedPowerDbm', 8));
const pulses = (id: string, name: string): Item => group(id, name, spare(4), u('lowQualityPulses', 12));
const mode3AConfidence = pulses('080', 'mode3AConfidence');
const mode2Confidence = pulses('060', 'mode2Confidence');
/** Low quality pulses in the order of the code: C1 A1 C2 A2 C4 A4 B1 D1 B2 D2 B4 D4, highest first. */
const modeC = group(
  '100',
  'modeCGray',
  ...validity,
  spare(2),
  u('grayCode', 12),
  spare(4),
  u('lowQualityPulses', 12),
);
const warnings = repetitiveFx('030', 'warnings', u('code', 7));
/** Presence of the X pulse in Modes A, C and 2. */
const xPulse = group(
  '150',
  'xPulse',
  flag('mode3A'),
  spare(1),
  flag('modeC'),
  spare(2),
  flag('mode2'),
  spare(2),
);

/**
 * CAT001 monoradar plots and tracks, which CAT048 has followed, as EUROCONTROL Radar Data Exchange Part 2a, editions
 * 1.1 to 1.4, has them. A record whose descriptor says that it is a track goes by the second profile.
 */
export const cat001: CategoryTable = {
  category: 1,
  edition: '1.x',
  randomSlot: 20,
  uap: [
    source(),
    descriptor,
    polar,
    mode3A,
    flightLevel,
    plotCharacteristics,
    truncatedTime,

    mode2,
    doppler,
    power,
    mode3AConfidence,
    modeC,
    mode2Confidence,
    warnings,

    xPulse,
    null,
    null,
    null,
    null,
    specialPurpose,
    null,
  ],
  alternative: {
    item: 'descriptor',
    field: 'track',
    uap: [
      source(),
      descriptor,
      value('161', u('trackNumber', 16)),
      polar,
      group('042', 'cartesian', s('xNm', 16, 1 / 64), s('yNm', 16, 1 / 64)),
      group('200', 'velocity', u('groundSpeedKt', 16, speed14Kt), u('trackDeg', 16, turn16)),
      mode3A,

      flightLevel,
      truncatedTime,
      plotCharacteristics,
      power,
      doppler,
      extended(
        '170',
        'trackStatus',
        [
          flag('tentative'),
          flag('secondary'),
          flag('manoeuvre'),
          flag('doubtfulAssociation'),
          u('deliveredBy', 1),
          spare(1),
          flag('ghost'),
        ],
        [flag('endOfTrack'), spare(6)],
      ),
      repetitiveFx('210', 'trackQuality', u('value', 7)),

      mode2,
      mode3AConfidence,
      modeC,
      mode2Confidence,
      warnings,
      specialPurpose,
      null,

      xPulse,
    ],
  },
};
