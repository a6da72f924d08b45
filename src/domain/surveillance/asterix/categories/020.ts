import {
  type CategoryTable,
  compound,
  extended,
  flag,
  group,
  hex,
  octal,
  repetitive,
  repetitiveFx,
  s,
  sixBit,
  spare,
  u,
  value,
} from '#domain/surveillance/asterix/table.ts';
import {
  bdsRegisters,
  fleetMessage,
  modeSCapabilities,
  second7,
  source,
  specialPurpose,
  validity,
  wgs25,
} from './common.ts';
import { expansion020 } from './expansions.ts';

/**
 * CAT020 multilateration reports, EUROCONTROL ASTERIX Category 020, editions 1.5 to 1.11: what 1.10 and 1.11 added lies in parts
 * and bits that were spare. The third numbers of I020/500 are read with a sign, as the text of the item says.
 */
export const cat020: CategoryTable = {
  category: 20,
  edition: '1.x',
  uap: [
    source(),
    extended(
      '020',
      'descriptor',
      [
        flag('nonModeS'),
        flag('modeS'),
        flag('hf'),
        flag('vdlMode4'),
        flag('uat'),
        flag('dme'),
        flag('otherTechnology'),
      ],
      [
        flag('fieldMonitor'),
        flag('spi'),
        u('chain', 1),
        flag('groundBit'),
        flag('corruptedReplies'),
        flag('simulated'),
        flag('test'),
      ],
      // CF of a DF 18 reply: 0 ICAO address, 1 another address, 2 no ADS-B message, 3 not known.
      [u('addressKind', 2), spare(5)],
    ),
    value('140', u('timeOfDayS', 24, second7)),
    group('041', 'position', s('latitudeDeg', 32, wgs25), s('longitudeDeg', 32, wgs25)),
    group('042', 'cartesian', s('xM', 24, 0.5), s('yM', 24, 0.5)),
    group('161', 'track', spare(4), u('trackNumber', 12)),
    extended(
      '170',
      'trackStatus',
      [
        flag('tentative'),
        flag('lastReport'),
        flag('coasting'),
        u('climbDescend', 2),
        flag('manoeuvre'),
        flag('smoothed'),
      ],
      [flag('ghost'), spare(6)],
    ),

    group('070', 'mode3A', ...validity, flag('notExtracted'), spare(1), octal('code')),
    group('202', 'velocity', s('vxMps', 16, 0.25), s('vyMps', 16, 0.25)),
    group('090', 'flightLevel', ...validity, s('flightLevelFl', 14, 0.25)),
    group('100', 'modeCGray', ...validity, spare(2), u('grayCode', 12), spare(4), u('lowQualityPulses', 12)),
    value('220', hex('targetAddress', 3)),
    group('245', 'identification', u('source', 2), spare(6), sixBit('targetIdentification')),
    value('110', s('measuredHeightFt', 16, 6.25)),

    value('105', s('geometricHeightFt', 16, 6.25)),
    group('210', 'acceleration', s('axMps2', 8, 0.25), s('ayMps2', 8, 0.25)),
    value('300', u('fleet', 8)),
    fleetMessage('310'),
    compound(
      '500',
      'positionAccuracy',
      group('DOP', 'dilution', u('x', 16, 0.25), u('y', 16, 0.25), s('xy', 16, 0.25)),
      group('SDP', 'deviation', u('xM', 16, 0.25), u('yM', 16, 0.25), s('correlation', 16, 0.25)),
      value('SDH', u('heightM', 16, 0.5)),
    ),
    repetitive('400', 'contributingReceivers', u('mask', 8)),
    bdsRegisters('250', 'bdsRegisters'),

    group(
      '230',
      'capability',
      u('communications', 3),
      u('flightStatus', 3),
      u('acasExtendedVersion', 2),
      ...modeSCapabilities,
    ),
    value('260', hex('resolutionAdvisoryHex', 7)),
    repetitiveFx('030', 'warnings', u('code', 7)),
    group('055', 'mode1', ...validity, flag('notExtracted'), u('code', 5)),
    group('050', 'mode2', ...validity, flag('notExtracted'), spare(1), octal('code')),
    expansion020,
    specialPurpose,
  ],
};
