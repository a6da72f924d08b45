import type { BulletinReport, InformationKind } from '#domain/information/bulletin.ts';
import type { Text } from '#domain/text/errors.ts';

/** Where a report came from. */
export interface ReportOrigin {
  /** Of the record `informationSource`; null: by hand, or the demo. */
  sourceId: number | null;
  /** UTC ms. */
  receivedAt: number;
  isDemo: boolean;
}

/** What became of a report; whoever receives it writes this beside the raw text (`informationMessage`). */
export type ReportTaken =
  | {
      state: 'stored' | 'duplicate' | 'late';
      resource: 'weatherReport' | 'notam';
      recordId: number;
      reason?: Text;
    }
  | { state: 'unreadable'; reason: Text };

/** As what a report would be read. */
export type ReportPreview = { ok: true; value: unknown } | { ok: false; reason: Text };

/**
 * Reads the reports of its kinds and stores what they say: each stands or fails by itself. `late` is one that was
 * amended or replaced before it arrived: it is stored as superseded, and changes nothing that holds. Never throws for
 * what a report contains.
 */
export interface InformationReader {
  kinds: readonly InformationKind[];
  /** The reports that it takes at once, at most. */
  together: number;
  /** What became of each, in their order. */
  take(reports: readonly BulletinReport[], origin: ReportOrigin): Promise<ReportTaken[]>;
  /** What a report says, without storing it; absent: it cannot be shown beforehand. `receivedAt`: UTC ms. */
  preview?(report: BulletinReport, receivedAt: number): ReportPreview;
}
