import type { Noted } from '#domain/surveillance/track/reading.ts';
import type { PushReceivers } from '#server/engine/sources/push-receivers.ts';

/** What came of some octets. */
export interface Received {
  records: number;
  reports: number;
  /** How many of each reason, a key of the catalogues. */
  errors: Record<string, number>;
  /** Messages without a report, by kind, a key of the catalogues. */
  others: ReadonlyMap<string, Noted>;
  /** Values that could not be used, by the field of the report. */
  unusable: ReadonlyMap<string, Noted>;
}

/** The same of what is not said. */
export const received = (what: Partial<Received>): Received => ({
  records: 0,
  reports: 0,
  errors: {},
  others: new Map(),
  unusable: new Map(),
  ...what,
});

/** The surveillance sources that take what is posted to them. */
export type SurveillancePushes = PushReceivers<Received>;
