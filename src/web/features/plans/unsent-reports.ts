import type { PlanItem } from '#contract/plans/plan-output.ts';
import { isObject } from '#domain/text/narrow.ts';
import { newKey } from '#web/client/new-key.ts';
import { createUnsentQueue, hasNotArrived, type Unsent } from '#web/client/unsent-queue.ts';
import { type ActInput, act } from './plan-act.ts';

/** What a report says of its plan while the server cannot be asked. */
export type ReportedPlan = Pick<
  PlanItem,
  | 'id'
  | 'planNumber'
  | 'callsign'
  | 'company'
  | 'labels'
  | 'state'
  | 'startTime'
  | 'endTime'
  | 'realEtd'
  | 'takeoffAt'
  | 'realEta'
  | 'actualNum'
  | 'flightNum'
  | 'landedAirport'
  | 'landedPoint'
  | 'restricted'
  | 'restriction'
>;

export type ReportAction = 'takeOff' | 'land';

/** A report that the server has not taken. */
export interface UnsentReport extends Unsent {
  action: ReportAction;
  plan: ReportedPlan;
  input: ActInput;
  /** Its first try is under way: whoever made it still sees their form. */
  first?: boolean;
}

function isReport(value: unknown): value is UnsentReport {
  return isObject(value) && isObject(value.plan) && isObject(value.input);
}

export const reportQueue = createUnsentQueue<UnsentReport>({
  name: 'reports',
  read: (stored) => (isReport(stored) ? { ...stored, first: false } : null),
  groupOf: ({ plan }) => plan.id,
  // A landing is nothing before its take-off.
  refusalHolds: true,
  deliver: ({ key, action, plan, input, madeAt }) =>
    act(action, { id: plan.id, stepIndex: null }, { ...input, reportKey: key, madeAt }),
});

export const unsentReports = reportQueue.items;

/** The first try is over, and the one that it takes the place of has gone. */
function settle(key: string, replaced: string | undefined): void {
  reportQueue.change((reports) =>
    reports
      .filter((one) => one.key !== replaced)
      .map((one) => (one.key === key ? { ...one, first: false } : one)),
  );
}

/**
 * Sends a take-off or landing. It is written down first and struck out when the server has answered, so that neither
 * a lost connection nor a phone that dies loses it. Answers whether it was sent or waits; throws where it was refused.
 */
export async function fileReport(
  action: ReportAction,
  plan: ReportedPlan,
  input: ActInput,
  replaced?: string,
): Promise<'sent' | 'queued'> {
  const report: UnsentReport = {
    key: newKey(),
    action,
    plan,
    input,
    madeAt: new Date().toISOString(),
    refusal: null,
    first: true,
  };
  // Behind an earlier one of the same flight: a landing is nothing before its take-off.
  const waits = unsentReports.get().some((one) => one.plan.id === plan.id && one.key !== replaced);
  reportQueue.change((reports) => [...reports, report]);
  if (!waits) {
    try {
      await reportQueue.deliver(report);
    } catch (error) {
      if (!hasNotArrived(error)) {
        reportQueue.drop(report.key);
        throw error;
      }
      settle(report.key, replaced);
      return 'queued';
    }
    reportQueue.drop(report.key);
  }
  settle(report.key, replaced);
  return waits ? 'queued' : 'sent';
}
