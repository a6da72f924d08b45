import {
  type CategoryTable,
  flag,
  group,
  repetitive,
  repetitiveFx,
  s,
  spare,
  u,
  value,
} from '#domain/surveillance/asterix/table.ts';
import { reservedExpansion, second7, source, specialPurpose, wgs30 } from './common.ts';

const processor = (name: string) => [flag(`${name}Executing`), flag(`${name}Good`)] as const;

/** CAT019 status of a multilateration system, EUROCONTROL ASTERIX Category 019, editions 1.2 and 1.3 (1.1 by their history). */
export const cat019: CategoryTable = {
  category: 19,
  edition: '1.x',
  uap: [
    source(),
    value('000', u('messageType', 8)),
    value('140', u('timeOfDayS', 24, second7)),
    group(
      '550',
      'systemStatus',
      u('operational', 2),
      flag('overload'),
      flag('timeSourceInvalid'),
      flag('testTargetFailed'),
      spare(3),
    ),
    group(
      '551',
      'trackingProcessors',
      ...processor('first'),
      ...processor('second'),
      ...processor('third'),
      ...processor('fourth'),
    ),
    repetitive(
      '552',
      'remoteSensors',
      u('identification', 8),
      spare(1),
      flag('receives1090'),
      flag('transmits1030'),
      flag('transmits1090'),
      flag('good'),
      flag('online'),
      spare(2),
    ),
    // Two transponders an octet: 0 unknown, 1 warning, 2 faulted, 3 good.
    repetitiveFx('553', 'referenceTransponders', u('first', 2), spare(2), u('second', 2), spare(1)),

    group('600', 'referencePosition', s('latitudeDeg', 32, wgs30), s('longitudeDeg', 32, wgs30)),
    value('610', s('referenceHeightM', 16, 0.25)),
    value('620', s('undulationM', 8)),
    null,
    null,
    reservedExpansion,
    specialPurpose,
  ],
};
