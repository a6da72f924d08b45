import {
  type CategoryTable,
  extended,
  flag,
  group,
  repetitive,
  s,
  sixBit,
  spare,
  u,
  value,
} from '#domain/surveillance/asterix/table.ts';
import { second7, serviceStatistics, source, specialPurpose, wgs31, wgs32 } from './common.ts';

/**
 * CAT025 status of a CNS/ATM ground system, EUROCONTROL ASTERIX Category 025, editions 1.2 to 1.6 (1.1 but without
 * I025/600 and /610). The two halves of I025/600 have each an LSB that fills its 32 bits, one half of the other.
 */
export const cat025: CategoryTable = {
  category: 25,
  edition: '1.x',
  uap: [
    source(),
    group('000', 'report', u('type', 7), flag('eventDriven')),
    value('200', u('messageId', 24)),
    value('015', u('serviceId', 8)),
    value('020', sixBit('serviceDesignator')),
    value('070', u('timeOfDayS', 24, second7)),
    extended(
      '100',
      'systemStatus',
      [flag('noGo'), u('operational', 2), u('state', 4)],
      [spare(1), u('systemState', 3), u('serviceState', 3)],
    ),

    repetitive('105', 'errors', u('code', 8)),
    repetitive('120', 'components', u('id', 16), u('error', 6), u('status', 2)),
    serviceStatistics('140'),
    specialPurpose,
    group('600', 'referencePosition', s('latitudeDeg', 32, wgs32), s('longitudeDeg', 32, wgs31)),
    value('610', s('referenceHeightM', 16, 0.25)),
    null,
  ],
};
