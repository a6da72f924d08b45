import {
  type CategoryTable,
  group,
  repetitive,
  repetitiveFx,
  s,
  u,
  value,
} from '#domain/surveillance/asterix/table.ts';
import { second7, source, specialPurpose, turn16 } from './common.ts';

/**
 * CAT002 radar service messages of sensors that send CAT001, as EUROCONTROL Radar Data Exchange Part 2b, editions 1.0 to
 * 1.2, has them; CAT034 has followed it.
 */
export const cat002: CategoryTable = {
  category: 2,
  edition: '1.x',
  randomSlot: 13,
  uap: [
    source(),
    value('000', u('messageType', 8)),
    value('020', u('sectorDeg', 8, 360 / 256)),
    value('030', u('timeOfDayS', 24, second7)),
    value('041', u('antennaPeriodS', 16, second7)),
    repetitiveFx('050', 'stationStatus', u('value', 7)),
    repetitiveFx('060', 'processingMode', u('value', 7)),

    repetitive('070', 'plotCounts', u('antenna', 1), u('type', 5), u('count', 10)),
    group(
      '100',
      'dynamicWindow',
      u('rangeStartNm', 16, 1 / 128),
      u('rangeEndNm', 16, 1 / 128),
      u('azimuthStartDeg', 16, turn16),
      u('azimuthEndDeg', 16, turn16),
    ),
    group('090', 'collimationError', s('rangeNm', 8, 1 / 128), s('azimuthDeg', 8, 360 / 2 ** 14)),
    repetitiveFx('080', 'warnings', u('code', 7)),
    null,
    specialPurpose,
    null,
  ],
};
