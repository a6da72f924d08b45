import {
  type CategoryTable,
  extended,
  flag,
  group,
  hex,
  octal,
  repetitive,
  s,
  sixBit,
  spare,
  u,
  value,
} from '#domain/surveillance/asterix/table.ts';
import {
  bdsRegisters,
  fleetMessage,
  reservedExpansion,
  second7,
  size,
  source,
  specialPurpose,
  speed14Kt,
  turn16,
  validity,
  wgs31,
} from './common.ts';

/**
 * CAT010 monosensor surface movement reports (radar, multilateration), EUROCONTROL ASTERIX Category 010, edition 1.1. Public
 * copies disagree on the LSB of I010/202 and /210 (1/4 or 1/16); 1/4 is the one that reaches the ranges that both print,
 * ±8192 m/s and ±31 m/s².
 */
export const cat010: CategoryTable = {
  category: 10,
  edition: '1.x',
  uap: [
    source(),
    value('000', u('messageType', 8)),
    extended(
      '020',
      'descriptor',
      [
        u('type', 3),
        flag('differentialCorrection'),
        u('chain', 1),
        flag('groundBit'),
        flag('corruptedReplies'),
      ],
      [flag('simulated'), flag('test'), flag('fieldMonitor'), u('loopStatus', 2), u('targetType', 2)],
      [flag('spi'), spare(6)],
    ),
    value('140', u('timeOfDayS', 24, second7)),
    group('041', 'position', s('latitudeDeg', 32, wgs31), s('longitudeDeg', 32, wgs31)),
    group('040', 'polar', u('rangeM', 16), u('azimuthDeg', 16, turn16)),
    group('042', 'cartesian', s('xM', 16), s('yM', 16)),

    group('200', 'velocity', u('groundSpeedKt', 16, speed14Kt), u('trackDeg', 16, turn16)),
    group('202', 'cartesianVelocity', s('vxMps', 16, 0.25), s('vyMps', 16, 0.25)),
    group('161', 'track', spare(4), u('trackNumber', 12)),
    extended(
      '170',
      'trackStatus',
      [
        flag('tentative'),
        flag('lastReport'),
        u('coasting', 2),
        flag('manoeuvre'),
        flag('slantCorrected'),
        flag('smoothed'),
      ],
      [u('movement', 2), u('doubt', 3), u('mergeSplit', 2)],
      [flag('ghost'), spare(6)],
    ),
    group('060', 'mode3A', ...validity, flag('notExtracted'), spare(1), octal('code')),
    value('220', hex('targetAddress', 3)),
    group('245', 'identification', u('source', 2), spare(6), sixBit('targetIdentification')),

    bdsRegisters('250', 'bdsRegisters'),
    value('300', u('fleet', 8)),
    group('090', 'flightLevel', ...validity, s('flightLevelFl', 14, 0.25)),
    value('091', s('measuredHeightFt', 16, 6.25)),
    size('270'),
    group(
      '550',
      'systemStatus',
      u('operational', 2),
      flag('overload'),
      flag('timeSourceInvalid'),
      flag('diversityDegraded'),
      flag('testTargetFailed'),
      spare(2),
    ),
    fleetMessage('310'),

    group('500', 'positionDeviation', u('xM', 8, 0.25), u('yM', 8, 0.25), s('covarianceM', 16, 0.25)),
    repetitive('280', 'presence', s('rangeDifferenceM', 8), s('azimuthDifferenceDeg', 8, 0.15)),
    value('131', u('amplitude', 8)),
    group('210', 'acceleration', s('axMps2', 8, 0.25), s('ayMps2', 8, 0.25)),
    null,
    specialPurpose,
    reservedExpansion,
  ],
};
