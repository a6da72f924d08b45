import {
  type CategoryTable,
  extended,
  flag,
  group,
  repetitive,
  repetitiveFx,
  s,
  spare,
  u,
  value,
} from '#domain/surveillance/asterix/table.ts';
import { second7, source, specialPurpose, turn16 } from './common.ts';

/**
 * CAT008 weather of a monoradar, EUROCONTROL ASTERIX Category 008, editions 1.2 and 1.3 (1.1 by their history): a picture is a
 * start message (type 254), vectors or contours of six intensities, an end message (255). Ranges count in 1/128 NM × 2^scaling,
 * Cartesian coordinates and lengths in 1/64 NM × 2^scaling, and the scaling is that of I008/100 of the start message.
 */
export const cat008: CategoryTable = {
  category: 8,
  edition: '1.x',
  randomSlot: 13,
  uap: [
    source(),
    value('000', u('messageType', 8)),
    extended(
      '020',
      'vectorQualifier',
      [flag('systemCoordinates'), u('intensity', 3), u('shadingOrientation', 3)],
      [spare(5), flag('test'), flag('error')],
    ),
    repetitive('036', 'cartesianVectors', s('x', 8), s('y', 8), u('length', 8)),
    repetitive('034', 'polarVectors', u('startRange', 8), u('endRange', 8), u('azimuthDeg', 16, turn16)),
    group(
      '040',
      'contour',
      flag('systemCoordinates'),
      u('intensity', 3),
      spare(2),
      u('part', 2),
      u('serialNumber', 8),
    ),
    repetitive('050', 'contourPoints', s('x', 8), s('y', 8)),

    value('090', u('timeOfDayS', 24, second7)),
    extended('100', 'processing', [s('scaling', 5), u('reduction', 3), u('parameters', 15)]),
    repetitiveFx('110', 'stationStatus', u('value', 7)),
    value('120', u('itemCount', 16)),
    repetitive('038', 'weatherVectors', s('x1', 8), s('y1', 8), s('x2', 8), s('y2', 8)),
    specialPurpose,
    null,
  ],
};
