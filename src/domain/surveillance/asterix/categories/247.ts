import { type CategoryTable, repetitive, u, value } from '#domain/surveillance/asterix/table.ts';
import { reservedExpansion, second7, source, specialPurpose } from './common.ts';

/** CAT247 which edition of each category a sender speaks, EUROCONTROL ASTERIX Category 247, editions 1.2 and 1.3. */
export const cat247: CategoryTable = {
  category: 247,
  edition: '1.x',
  uap: [
    source(),
    value('015', u('serviceId', 8)),
    value('140', u('timeOfDayS', 24, second7)),
    repetitive('550', 'versions', u('category', 8), u('main', 8), u('sub', 8)),
    null,
    specialPurpose,
    reservedExpansion,
  ],
};
