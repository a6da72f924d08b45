import type { MessageType } from '../../domain/message/types.ts';
import type { RecordOf } from '../../domain/records.gen.ts';
import type { StoredRecord } from '../records/records.ts';

export type MessageRow = RecordOf<'planMessage'>;
export type GatewayRow = RecordOf<'messageGateway'>;

/** The store validates by the schema that these types are generated from, so a stored record has their shape. */
export function messageRow(record: StoredRecord): MessageRow {
  return record as unknown as MessageRow;
}

/** Types that a plan's events, or a person, may have composed. */
export const composedTypes = [
  'FPL',
  'CHG',
  'CNL',
  'DLA',
  'DEP',
  'ARR',
  'RQP',
  'RQS',
  'SPL',
  'ALR',
] as const satisfies MessageType[];
export type ComposedType = (typeof composedTypes)[number];

export function isComposed(type: string): type is ComposedType {
  return composedTypes.some((one) => one === type);
}
