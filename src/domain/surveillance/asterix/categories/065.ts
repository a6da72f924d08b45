import { type CategoryTable, flag, group, spare, u, value } from '#domain/surveillance/asterix/table.ts';
import { reservedExpansion, second7, source, specialPurpose } from './common.ts';

/** CAT065 status of a surveillance data processing system, editions 1.4 to 1.6. */
export const cat065: CategoryTable = {
  category: 65,
  edition: '1.x',
  uap: [
    source(),
    value('000', u('messageType', 8)),
    value('015', u('serviceId', 8)),
    value('030', u('timeOfDayS', 24, second7)),
    value('020', u('batchNumber', 8)),
    group(
      '040',
      'systemStatus',
      u('operational', 2),
      flag('overload'),
      flag('timeSourceInvalid'),
      u('processingSystem', 2),
      u('trackRenumbering', 1),
      spare(1),
    ),
    value('050', u('serviceStatus', 8)),
    null,
    null,
    null,
    null,
    null,
    reservedExpansion,
    specialPurpose,
  ],
};
