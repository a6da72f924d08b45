import { metresPerNauticalMile } from '#domain/geo/units.ts';
import {
  type CategoryTable,
  compound,
  extended,
  flag,
  group,
  hex,
  type Item,
  octal,
  s,
  sixBit,
  spare,
  u,
  value,
} from '#domain/surveillance/asterix/table.ts';
import { cat062 } from './062.ts';
import {
  bdsRegisters,
  latLon24,
  modeSCapabilities,
  reservedExpansion,
  second7,
  sensorAges,
  source,
  specialPurpose,
  speed14Kt,
  turn16,
  wgs23,
} from './common.ts';

/** 2^-22 NM/s². */
const acceleration = metresPerNauticalMile / 2 ** 22;

/** Items that later editions have kept. */
const kept = (id: string): Item | null => cat062.uap.find((item) => item?.id === id) ?? null;

const trackStatus = extended(
  '080',
  'trackStatus',
  [flag('monosensor'), flag('spi'), flag('geometricMoreReliable'), u('altitudeSource', 3), flag('tentative')],
  [flag('simulated'), flag('lastMessage'), flag('firstMessage'), flag('flightPlanCorrelated'), spare(3)],
  [flag('amalgamated'), u('mode4', 2), flag('militaryEmergency'), flag('militaryIdentification'), spare(2)],
  [
    flag('coasted'),
    flag('primaryOld'),
    flag('secondaryOld'),
    flag('modeSOld'),
    flag('adsbOld'),
    flag('specialCode'),
    flag('assignedCodeConflict'),
  ],
);

const updateAges = compound('290', 'updateAges', ...sensorAges);

const aircraft = compound(
  '380',
  'aircraft',
  bdsRegisters('MB', 'bdsRegisters'),
  value('ADR', hex('targetAddress', 3)),
  value('ID', sixBit('targetIdentification')),
  group('COM', 'capability', u('communications', 3), u('flightStatus', 3), spare(2), ...modeSCapabilities),
  value('ACS', hex('resolutionAdvisoryHex', 7)),
);

const accuracies = compound(
  '500',
  'accuracies',
  group('APC', 'cartesian', u('xM', 8, metresPerNauticalMile / 64), u('yM', 8, metresPerNauticalMile / 64)),
  group('APW', 'wgs84', u('latitudeDeg', 16, wgs23), u('longitudeDeg', 16, wgs23)),
  value('ATA', u('geometricAltitudeFt', 16, 6.25)),
  value('ATF', u('barometricAltitudeFl', 8, 0.25)),
  group('ATV', 'velocity', u('groundSpeedKt', 8, speed14Kt), u('trackDeg', 16, turn16)),
  value('ART', u('turnRateDegS', 8, 0.25)),
  value('ALA', u('longitudinalMps2', 16, acceleration)),
  value('ARC', u('climbRateFtMin', 8, 6.25)),
);

/**
 * CAT062 system tracks as EUROCONTROL's draft edition 0.17 had them: another profile than 1.x, polar velocity, coarser
 * positions. The document itself is no longer published; the table is what public decoders of this edition agree on,
 * and where they do not (octets of the Mode S and ADS ages of I062/290) that of I011/290, which has the same ages.
 */
export const cat062v017: CategoryTable = {
  category: 62,
  edition: '0.17',
  uap: [
    source(),
    value('015', u('serviceId', 8)),
    value('070', u('timeOfDayS', 24, second7)),
    group('040', 'track', spare(1), u('trackNumber', 15)),
    group('105', 'position', ...latLon24),
    group('100', 'cartesian', s('xNm', 16, 1 / 64), s('yNm', 16, 1 / 64)),
    group('060', 'mode3A', spare(4), octal('code')),

    value('130', s('geometricAltitudeFt', 16, 6.25)),
    group('135', 'barometricAltitude', flag('qnhApplied'), s('flightLevelFl', 15, 0.25)),
    value('136', s('measuredFlightLevelFl', 16, 0.25)),
    group('180', 'velocity', u('groundSpeedKt', 16, speed14Kt), u('trackDeg', 16, turn16)),
    group('200', 'movement', u('transversal', 2), u('longitudinal', 2), u('vertical', 2), spare(2)),
    value('220', s('verticalRateFtMin', 16, 6.25)),
    value('240', s('turnRateDegS', 8, 0.25)),

    value('210', s('longitudinalMps2', 16, acceleration)),
    trackStatus,
    updateAges,
    kept('340'),
    aircraft,
    accuracies,
    kept('390'),

    group('110', 'mode1', spare(3), u('code', 5)),
    kept('120'),
    kept('510'),
    null,
    null,
    reservedExpansion,
    specialPurpose,
  ],
};
