import { type Report, type ReportError, reportErrorOf } from '#domain/surveillance/track/report.ts';
import type { Block } from './decode.ts';
import { adsbReport } from './reports/adsb.ts';
import { oldRadarReport, radarReport, surfaceReport } from './reports/radar.ts';
import { systemTrackReport } from './reports/system-track.ts';
import {
  isTrue,
  type ReportContext,
  type ReportMaker,
  sourceKeyOf,
  type unknownSite,
} from './reports/values.ts';
import type { AsterixRecord } from './table.ts';

/** Categories that report targets; the others say how a sensor is, what the weather is, what an alert is. */
const makers: ReadonlyMap<number, ReportMaker> = new Map([
  [1, oldRadarReport],
  [10, surfaceReport],
  [11, surfaceReport],
  [20, surfaceReport],
  [21, adsbReport],
  [48, radarReport],
  [62, systemTrackReport],
]);

export interface Reports {
  reports: Report[];
  /** Why the others are none, each as often as it was found. */
  refused: (ReportError | typeof unknownSite)[];
}

/** All reports with a position in these blocks, less those that no aircraft can have made or that cannot be placed. */
export function reportsOf(blocks: readonly Block[], context: ReportContext): Reports {
  const reports: Report[] = [];
  const refused: Reports['refused'] = [];
  for (const block of blocks) {
    for (const record of block.records) {
      if (context.takes?.(sourceKeyOf(record)) === false) continue;
      const report = reportOf(block.category, block.edition, record, context);
      if (report === null) continue;
      if (typeof report === 'string') {
        refused.push(report);
        continue;
      }
      const error = reportErrorOf(report);
      if (error === null) reports.push(report);
      else refused.push(error);
    }
  }
  return { reports, refused };
}

/**
 * One record as a report; null where it has no position, or where it is a test target or a field monitor
 * (a fixed transponder that watches the sensor). Simulated targets are reported: exercises need them.
 */
export function reportOf(
  category: number,
  edition: string | null,
  record: AsterixRecord,
  context: ReportContext,
): ReturnType<ReportMaker> {
  if (isTrue(record, 'descriptor', 'test') || isTrue(record, 'descriptor', 'fieldMonitor')) return null;
  return makers.get(category)?.(record, { ...context, edition }) ?? null;
}
