import type { ReportFigures } from '#domain/plans/report-figures.ts';
import type { ReportBucket, ReportPeriod } from '#domain/plans/report-period.ts';

/** What the report calls of Navigation answer (specification §7). */
export interface ReportHead {
  period: ReportPeriod;
  /** Days on the wall of `timeZone`, both included. */
  from: string;
  to: string;
  bucket: ReportBucket;
  timeZone: string;
  generatedAt: string;
  onTimeMinutes: number;
  lateReportMinutes: number;
}

export interface ReportLine extends ReportFigures {
  /** Null: the plans have none. */
  id: number | null;
  name: string | null;
}

export interface ReportPoint extends ReportFigures {
  key: string;
}

export interface PlanReport extends ReportHead {
  totals: ReportFigures;
  series: ReportPoint[];
  companies: ReportLine[];
  missionTypes: ReportLine[];
  aircraftTypes: ReportLine[];
  airports: ReportLine[];
}

export interface MissionTypesByTime extends ReportHead {
  keys: string[];
  items: { id: number | null; name: string | null; points: ReportPoint[] }[];
}

export interface MissionTypesByUnit extends ReportHead {
  items: { company: number; companyName: string | null; values: ReportLine[] }[];
}
