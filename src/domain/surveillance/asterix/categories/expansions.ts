import {
  compound,
  expansion,
  extended,
  flag,
  group,
  type Item,
  octal,
  repetitive,
  s,
  spare,
  u,
  value,
} from '#domain/surveillance/asterix/table.ts';
import { pulseFlags, second7, speed14Kt, turn16, wgs25 } from './common.ts';

/** A later edition says of each such value whether it is there. */
const populated = (name: string, bits: number) => [flag(`${name}Present`), u(name, bits)] as const;

/**
 * Reserved expansion of CAT021, EUROCONTROL ASTERIX Category 021 Appendix A, editions 1.4 and 1.5: what 1.5 added (of
 * ADS-B version 3) lies in bits and parts that were spare. A field that does not go by the table stays octets.
 */
export const expansion021 = expansion(
  'RE',
  'reservedExpansion',
  group('BPS', 'barometricSetting', spare(4), u('above800HPa', 12, 0.1)),
  group(
    'SelH',
    'selectedHeading',
    spare(4),
    flag('magneticNorth'),
    flag('valid'),
    u('headingDeg', 10, 360 / 512),
  ),
  group(
    'NAV',
    'navigationMode',
    flag('autopilot'),
    flag('verticalNavigation'),
    flag('altitudeHold'),
    flag('approach'),
    flag('modeBitsPresent'),
    flag('modeBits'),
    spare(2),
  ),
  // Bits 33 to 40 of register 6,5 as they are; the first: right of the centre line.
  group('GAO', 'antennaOffset', u('lateral', 3), u('longitudinal', 5)),
  extended(
    'SGV',
    'surfaceVector',
    [
      flag('stopped'),
      flag('headingValid'),
      flag('groundTrack'),
      flag('magneticNorth'),
      u('groundSpeedKt', 11, 0.125),
    ],
    [u('headingDeg', 7, 360 / 128)],
  ),
  extended(
    'STA',
    'aircraftStatus',
    [
      flag('extendedSquitterIn'),
      flag('uatIn'),
      ...populated('reducedCapability', 2),
      ...populated('replyRateLimited', 1),
    ],
    [...populated('priority', 3), ...populated('transmitPower', 2)],
    [...populated('transponderSide', 2), ...populated('unmanned', 1), ...populated('wellClearAlert', 1)],
    [...populated('detectAndAvoid', 2), ...populated('transponderCapability', 3)],
    [...populated('senseDirection', 2), ...populated('collisionAvoidance', 3)],
    [...populated('antennaOffset', 5), spare(1)],
  ),
  value('TNH', u('trueHeadingDeg', 16, turn16)),
  compound(
    'MES',
    'military',
    group(
      'SUM',
      'summary',
      flag('mode5'),
      flag('authenticatedId'),
      flag('authenticatedData'),
      flag('mode1'),
      flag('mode2'),
      flag('mode3'),
      flag('modeC'),
      flag('positionFromMode5'),
    ),
    group('PNO', 'pin', spare(2), u('pin', 14), spare(5), u('nationalOrigin', 11)),
    group(
      'EM1',
      'extendedMode1',
      flag('notValidated'),
      spare(1),
      flag('notExtracted'),
      spare(1),
      octal('code'),
    ),
    group('XP', 'xPulses', spare(2), flag('pin'), ...pulseFlags),
    group('FOM', 'figureOfMerit', spare(3), u('position', 5)),
    group('M2', 'mode2', flag('notValidated'), spare(1), flag('notExtracted'), spare(1), octal('code')),
  ),
);

const sensor = [u('sac', 8), u('sic', 8), spare(4), u('type', 4)] as const;

/**
 * Reserved expansion of CAT062, EUROCONTROL ASTERIX Category 062 Appendix A, editions 1.2 and 1.3, which added lateral
 * navigation and what ADS-B version 3 says.
 */
export const expansion062 = expansion(
  'RE',
  'reservedExpansion',
  repetitive('CST', 'sensorTracks', ...sensor, u('trackNumber', 16)),
  repetitive('CSN', 'sensors', ...sensor),
  group('TVS', 'systemVelocity', s('vxMps', 16, 0.25), s('vyMps', 16, 0.25)),
  extended('STS', 'supplementaryStatus', [
    flag('flightPlanDataRetained'),
    flag('lateralNavigationPresent'),
    flag('lateralNavigationNotEngaged'),
    spare(4),
  ]),
  compound(
    'V3',
    'adsbVersion3',
    group('PS3', 'priorityStatus', ...populated('priority', 3), spare(4)),
    group(
      'AS',
      'aircraftStatus',
      ...populated('reducedCapability', 2),
      ...populated('replyRateLimited', 1),
      ...populated('transmitPower', 2),
      ...populated('transponderSide', 2),
      flag('antennaOffsetPresent'),
      flag('antennaOffsetExceeded'),
      u('antennaOffset', 6),
      spare(5),
    ),
    group(
      'UAS',
      'unmannedStatus',
      ...populated('unmanned', 1),
      ...populated('detectAndAvoid', 2),
      ...populated('wellClearAlert', 1),
      spare(1),
    ),
    group(
      'CASS',
      'collisionAvoidanceStatus',
      ...populated('senseDirection', 2),
      ...populated('collisionAvoidance', 3),
      spare(1),
    ),
  ),
  null,
  null,
  null,
);

const tenth = (id: string, name: string): Item => value(id, u(name, 8, 0.1));

/** Reserved expansion of CAT020, EUROCONTROL ASTERIX Category 020 Appendix A, edition 1.3. */
export const expansion020 = expansion(
  'RE',
  'reservedExpansion',
  compound(
    'PA',
    'positionAccuracy',
    group('DOP', 'dilution', u('x', 16, 0.25), u('y', 16, 0.25), s('xy', 16, 0.25)),
    group('SDC', 'deviation', u('xM', 16, 0.25), u('yM', 16, 0.25), s('covarianceM', 16, 0.25)),
    value('SDH', u('heightM', 16, 0.5)),
    group(
      'SDW',
      'wgs84',
      u('latitudeDeg', 16, wgs25),
      u('longitudeDeg', 16, wgs25),
      s('covarianceDeg', 16, wgs25),
    ),
  ),
  group(
    'GVV',
    'groundVector',
    flag('rangeExceeded'),
    u('groundSpeedKt', 15, speed14Kt),
    u('trackDeg', 16, turn16),
  ),
  group('GVA', 'groundVectorAccuracy', u('groundSpeedKt', 8, speed14Kt), u('trackDeg', 8, 360 / 2 ** 12)),
  value('TRT', u('timeOfTransmissionS', 24, second7)),
  compound(
    'DA',
    'dataAges',
    tenth('SPI', 'spiS'),
    tenth('TI', 'targetIdentificationS'),
    repetitive('MBA', 'bdsRegisters', u('bds1', 4), u('bds2', 4), u('ageS', 8, 0.1)),
    tenth('M3A', 'mode3AS'),
    tenth('FL', 'flightLevelS'),
    tenth('FS', 'flightStatusS'),
    tenth('GH', 'geometricHeightS'),
    tenth('TA', 'targetAddressS'),
    tenth('MC', 'modeCS'),
    tenth('MSS', 'specificServicesS'),
    tenth('ARC', 'altitudeCapabilityS'),
    tenth('AIC', 'identificationCapableS'),
    tenth('M2', 'mode2S'),
    tenth('M1', 'mode1S'),
    tenth('ARA', 'resolutionAdvisoryS'),
    tenth('VI', 'fleetS'),
    tenth('MSG', 'fleetMessageS'),
  ),
  null,
  null,
  null,
);
