/** What a report counts. Drafts are none of it, and standing plans fly only as the plans that are made from them. */
export interface ReportMetrics {
  /** Filed, whatever became of them. */
  plans: number;
  /** Submitted or under acceptance. */
  pending: number;
  approved: number;
  rejected: number;
  /** Withdrawn by the operator before a decision. */
  revoked: number;
  cancelled: number;
  /** Ended by the clock (Flight Basic Rules, art. 38). */
  lapsed: number;
  inFlight: number;
  flown: number;
  /** Sorties of plans that took off: the reported number, else one for each task. */
  sorties: number;
  /** From take-off to landing, minutes. */
  minutes: number;
  /** Took off, and of those not later than the parameter past the planned time. */
  departed: number;
  onTime: number;
  /** Take-off and landing reports made later than the parameter after the event (Order 371, art. 41). */
  lateReports: number;
  /** Still in flight by the records though the planned end and the grace are over. */
  missingReports: number;
}

/** The columns of every table of a report, in their order; their texts are `report.column.<name>`. */
export const reportColumns = [
  'plans',
  'pending',
  'approved',
  'rejected',
  'revoked',
  'cancelled',
  'lapsed',
  'inFlight',
  'flown',
  'sorties',
  'hours',
  'departed',
  'onTime',
  'onTimeRate',
  'lateReports',
  'missingReports',
] as const;
export type ReportColumn = (typeof reportColumns)[number];

/** Hours to a hundredth, the rate from 0 to 1. Null: no flight to judge by. */
export function reportMetric(metrics: ReportMetrics, column: ReportColumn): number | null {
  switch (column) {
    case 'hours':
      return Math.round((metrics.minutes / 60) * 100) / 100;
    case 'onTimeRate':
      return metrics.departed > 0 ? metrics.onTime / metrics.departed : null;
    case 'sorties':
      return Math.round(metrics.sorties * 100) / 100;
    default:
      return metrics[column];
  }
}
