import type { PushReceivers } from '#server/engine/sources/push-receivers.ts';

/** What came of some octets. */
export interface Received {
  records: number;
  reports: number;
  /** How many of each reason, a key of the catalogues. */
  errors: Record<string, number>;
}

/** The surveillance sources that take what is posted to them. */
export type SurveillancePushes = PushReceivers<Received>;
