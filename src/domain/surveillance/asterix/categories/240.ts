import {
  ascii,
  type CategoryTable,
  flag,
  group,
  hex,
  type Item,
  repetitive,
  spare,
  u,
  value,
} from '#domain/surveillance/asterix/table.ts';
import { reservedExpansion, second7, source, specialPurpose, turn16 } from './common.ts';

/** Azimuths of one radial, its first cell, and how long a cell lasts, in the unit of the item. */
const header = (id: string, name: string, unitS: number): Item =>
  group(
    id,
    name,
    u('startAzimuthDeg', 16, turn16),
    u('endAzimuthDeg', 16, turn16),
    u('startCell', 32),
    u('cellDurationS', 32, unitS),
  );
const block = (id: string, name: string, octets: number): Item => repetitive(id, name, hex('cells', octets));

/**
 * CAT240 rotating radar video, EUROCONTROL ASTERIX Category 240, edition 1.3 (1.1 and 1.2 by its history). The cells stay octets: `compressed` says that they are packed
 * (zlib), and the counters of I240/049 how many of them count.
 */
export const cat240: CategoryTable = {
  category: 240,
  edition: '1.x',
  uap: [
    source(),
    value('000', u('messageType', 8)),
    value('020', u('sequence', 32)),
    repetitive('030', 'summary', ascii('character', 1)),
    header('040', 'headerNano', 1e-9),
    header('041', 'headerFemto', 1e-15),
    group('048', 'resolution', flag('compressed'), spare(7), u('bits', 8)),

    group('049', 'counters', u('validOctets', 16), u('validCells', 24)),
    block('050', 'videoLow', 4),
    block('051', 'videoMedium', 64),
    block('052', 'videoHigh', 256),
    value('140', u('timeOfDayS', 24, second7)),
    reservedExpansion,
    specialPurpose,
  ],
};
