import { noteOther, nothingRead, type ReadError, type Reading } from '#domain/surveillance/track/reading.ts';
import { takeReport } from '#domain/surveillance/track/take-report.ts';
import type { Block } from './decode.ts';
import { adsbReport } from './reports/adsb.ts';
import { oldRadarReport, radarReport, surfaceReport } from './reports/radar.ts';
import { setAsideAs } from './reports/set-aside.ts';
import { systemTrackReport } from './reports/system-track.ts';
import { type ReportContext, type ReportMaker, sourceKeyOf, unknownSite } from './reports/values.ts';
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

export interface Reports extends Pick<Reading, 'reports' | 'unusable' | 'others'> {
  /** Why the others are none, each as often as it was found. */
  refused: ReadError[];
}

/** All reports with a position in these blocks, less those that no aircraft can have made or that cannot be placed. */
export function reportsOf(blocks: readonly Block[], context: ReportContext): Reports {
  const into = nothingRead();
  for (const { category, edition, records } of blocks) {
    if (edition === null) noteOther(into, 'track.other.category', nameOf(category));
    for (const record of records) {
      if (context.takes?.(sourceKeyOf(record)) === false) {
        noteOther(into, 'track.other.otherSensor', nameOf(category));
        continue;
      }
      const report = reportOf(category, edition, record, context);
      if (report === null) noteOther(into, kindOf(category, record), nameOf(category));
      else if (report === unknownSite) into.errors.push(report);
      else takeReport(report, into, context.receivedAtMs);
    }
  }
  const { reports, errors: refused, unusable, others } = into;
  return { reports, refused, unusable, others };
}

const nameOf = (category: number): string => `CAT${String(category).padStart(3, '0')}`;

/** Of what kind a record is that gives no report. */
function kindOf(category: number, record: AsterixRecord): string {
  if (!makers.has(category)) return 'track.other.sensorMessage';
  return setAsideAs(record) ?? 'track.other.noPosition';
}

/** One record as a report; null where it has no position, or where `setAsideAs` gives a reason. */
export function reportOf(
  category: number,
  edition: string | null,
  record: AsterixRecord,
  context: ReportContext,
): ReturnType<ReportMaker> {
  if (setAsideAs(record) !== null) return null;
  return makers.get(category)?.(record, { ...context, edition }) ?? null;
}
