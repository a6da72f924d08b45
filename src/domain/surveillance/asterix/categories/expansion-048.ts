import {
  compound,
  expansion,
  extended,
  type Field,
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
import { latLon24, pulseFlags, second7, turn16, validity } from './common.ts';

/** Mode 5 as old (`MD5`) and new (`M5N`) sensors report it: what stands behind the PIN differs. */
const military = (id: string, name: string, origin: readonly Field[], ...more: Item[]): Item =>
  compound(
    id,
    name,
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
      spare(1),
    ),
    group('PMN', 'pin', spare(2), u('pin', 14), ...origin),
    group('POS', 'position', ...latLon24),
    group('GA', 'geometricAltitude', spare(1), flag('resolution25Ft'), s('altitudeFt', 14, 25)),
    // The first bit is the other way round than in every other code, so that old senders keep their meaning.
    group(
      'EM1',
      'extendedMode1',
      flag('validated'),
      flag('garbled'),
      flag('notExtracted'),
      spare(1),
      octal('code'),
    ),
    value('TOS', s('timeOffsetS', 8, second7)),
    group('XP', 'xPulses', spare(2), flag('pin'), ...pulseFlags),
    ...more,
  );

const rangeSpan = (name: string) => [u(`${name}StartNm`, 16, 1 / 128), u(`${name}EndNm`, 16, 1 / 128)];
const azimuthSpan = (name: string) => [u(`${name}StartDeg`, 16, turn16), u(`${name}EndDeg`, 16, turn16)];

const radarTrack = compound(
  'RTC',
  'radarTrack',
  group(
    'PTL',
    'plotLink',
    spare(3),
    flag('network'),
    flag('rollCall'),
    flag('allCall'),
    flag('secondary'),
    flag('primary'),
    u('plotNumber', 16),
  ),
  repetitive('ATL', 'linkedTracks', u('trackNumber', 16)),
  value('TRN', u('turnProbabilityPercent', 8)),
  group(
    'NPP',
    'nextPlot',
    u('rangeNm', 16, 1 / 128),
    u('azimuthDeg', 16, turn16),
    ...rangeSpan('evolutionRange'),
    ...azimuthSpan('evolutionAzimuth'),
    ...rangeSpan('noiseRange'),
    ...azimuthSpan('noiseAzimuth'),
    u('timeS', 16, second7),
  ),
  repetitive('DLK', 'dataLinks', u('type', 4), u('origin', 2), u('state', 2)),
  group('LCK', 'lockout', flag('lockedOut'), u('timeMs', 15)),
  group(
    'TC',
    'transientCodes',
    spare(7),
    u('mode1Count', 4),
    u('mode1', 5),
    u('mode2Count', 4),
    octal('mode2'),
    u('mode3ACount', 4),
    octal('mode3A'),
  ),
  group('TLC', 'lifeCycle', u('acquisition', 2), u('updates', 14), u('sinceUpdateMs', 16)),
  repetitive(
    'ASI',
    'adjacentSensors',
    u('sac', 8),
    u('sic', 8),
    u('timeOfDayS', 16, second7),
    u('use', 7),
    flag('duplicateReferenceAvailable'),
    u('duplicateReference', 16),
  ),
  value('TES', u('extrapolationSource', 8)),
  group('IR', 'identityRequest', flag('requested'), u('mode3AAgeS', 7)),
);

/**
 * Reserved expansion of CAT048, EUROCONTROL ASTERIX Category 048 Appendix A, editions 1.11 to 1.13: `GEN48` came with
 * 1.12, its cross sections with 1.13. Public copies give the time offset of Mode 5 with and without a sign; it is read
 * with one, as that of I062/110.
 */
export const expansion048 = expansion(
  'RE',
  'reservedExpansion',
  military('MD5', 'mode5', [
    spare(2),
    flag('nationalOriginInvalid'),
    u('nationalOrigin', 5),
    spare(2),
    u('mission', 6),
  ]),
  military(
    'M5N',
    'mode5New',
    [spare(4), flag('nationalOriginInvalid'), u('nationalOrigin', 11)],
    group('FOM', 'figureOfMerit', spare(3), u('position', 5)),
  ),
  extended('M4E', 'extendedMode4', [spare(5), u('foeFriend', 2)]),
  compound(
    'RPC',
    'plotCharacteristics',
    value('SCO', u('score', 8)),
    value('SRC', u('signalToClutterDb', 16, 0.1)),
    value('RW', u('rangeWidthNm', 16, 1 / 256)),
    value('AR', u('ambiguousRangeNm', 16, 1 / 256)),
  ),
  value('ERR', u('extendedRangeNm', 24, 1 / 256)),
  radarTrack,
  compound(
    'CPC',
    'common',
    value('PNB', u('plotNumber', 16)),
    repetitive('RPL', 'replies', u('type', 8), u('number', 16)),
    value('SNB', u('scanNumber', 8)),
    // Digits of the UTC date, YYYYMMDD.
    value('DATE', hex('date', 4)),
  ),
  compound(
    'GEN48',
    'alternative',
    group('ALTM2', 'mode2', ...validity, flag('smoothed'), spare(1), octal('code')),
    group('ALTM3', 'mode3A', ...validity, flag('smoothed'), spare(1), octal('code')),
    group('ALTFL', 'flightLevel', ...validity, s('flightLevelFl', 14, 0.25)),
    group('RCSDB', 'crossSectionDb', spare(2), s('crossSectionDbm2', 14, 0.01)),
    group('RCSM', 'crossSection', spare(2), u('crossSectionM2', 30, 1e-6)),
  ),
);
