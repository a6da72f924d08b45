import {
  type CategoryTable,
  extended,
  group,
  type Item,
  spare,
  u,
} from '#domain/surveillance/asterix/table.ts';
import { cat021 } from './021.ts';
import { cat021v026 } from './021-0-26.ts';
import { latLon24 } from './common.ts';

/** The same profile with some items of another layout, or (null) not there yet. */
function variant(
  table: CategoryTable,
  edition: string,
  changes: Readonly<Record<string, Item | null>>,
): CategoryTable {
  return {
    ...table,
    edition,
    uap: table.uap.map((item) =>
      item === null ? null : item.id in changes ? (changes[item.id] ?? null) : item,
    ),
  };
}

const surface = cat021.uap.find((item) => item?.id === '271');

/** CAT021 edition 2.1: the second part of I021/271 is a whole octet without FX. */
export const cat021v21: CategoryTable = variant(cat021, '2.1', {
  '271':
    surface?.form.form === 'extended'
      ? extended('271', surface.name, [...(surface.form.parts[0] ?? [])], [spare(4), u('lengthWidthCode', 4)])
      : null,
});

/** CAT021 edition 0.23: coarser position, neither Mode 3/A nor amplitude. */
export const cat021v023: CategoryTable = variant(cat021v026, '0.23', {
  '130': group('130', 'position', ...latLon24),
  '070': null,
  '131': null,
});
