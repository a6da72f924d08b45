import type { PlanItem } from '#contract/plans/plan-output.ts';
import { isObject } from '#domain/text/narrow.ts';
import { RequestError } from '#web/client/http.ts';
import { currentUser } from '#web/client/session.ts';
import { createStore } from '#web/client/store.ts';
import { unsentPrefix } from '#web/client/unsent.ts';
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

/** A report that the server has not taken: it waits for a connection, or was refused when it arrived. */
export interface UnsentReport {
  /** The server takes one key once, however often it is sent. */
  key: string;
  action: ReportAction;
  plan: ReportedPlan;
  input: ActInput;
  /** When it was made; UTC, ISO 8601. */
  madeAt: string;
  /** Why it was refused, in the language of then; null: it waits. */
  refusal: string | null;
  /** Its first try is under way: whoever made it still sees their form. */
  first?: boolean;
}

/** Of the user who is signed in, in the order in which they were made. */
export const unsentReports = createStore<readonly UnsentReport[]>([]);

const placeOf = (user: number) => `${unsentPrefix}reports.${user}`;
const userId = () => currentUser.get()?.actor.userId;

function isReport(value: unknown): value is UnsentReport {
  return isObject(value) && typeof value.key === 'string' && isObject(value.plan) && isObject(value.input);
}

/** Takes up what the storage holds: at sign-in, and when another tab has changed it. */
export function loadUnsent(): void {
  const user = userId();
  if (user === undefined) {
    unsentReports.set([]);
    return;
  }
  try {
    const stored: unknown = JSON.parse(window.localStorage.getItem(placeOf(user)) ?? '[]');
    const reports = Array.isArray(stored) ? stored.filter(isReport) : [];
    unsentReports.set(reports.map((one) => ({ ...one, first: false })));
  } catch {
    unsentReports.set([]);
  }
}

function change(of: (reports: readonly UnsentReport[]) => UnsentReport[]): void {
  const user = userId();
  if (user === undefined) return;
  const next = of(unsentReports.get());
  unsentReports.set(next);
  try {
    if (next.length === 0) window.localStorage.removeItem(placeOf(user));
    else window.localStorage.setItem(placeOf(user), JSON.stringify(next));
  } catch {
    // The browser's room is used up: the page still holds it, and sends it.
  }
}

export function dropUnsent(key: string): void {
  change((reports) => reports.filter((one) => one.key !== key));
}

/** Puts one that was refused into the queue again, as it was. */
export function retryUnsent(key: string): void {
  change((reports) => reports.map((one) => (one.key === key ? { ...one, refusal: null } : one)));
}

/** The first try is over, and the one that it takes the place of has gone. */
function settle(key: string, replaced: string | undefined): void {
  change((reports) =>
    reports
      .filter((one) => one.key !== replaced)
      .map((one) => (one.key === key ? { ...one, first: false } : one)),
  );
}

/** No answer, a gateway without its server, or a session that must be renewed: it is no word on the report itself. */
function hasNotArrived(error: unknown): boolean {
  return error instanceof RequestError && [0, 401, 408, 429, 502, 503, 504].includes(error.statusCode);
}

const underWay = new Set<string>();

async function deliver({ key, action, plan, input, madeAt }: UnsentReport): Promise<void> {
  underWay.add(key);
  try {
    await act(action, { id: plan.id, stepIndex: null }, { ...input, reportKey: key, madeAt });
  } finally {
    underWay.delete(key);
  }
}

/** 128 bits; `crypto.randomUUID` is not there where the page came without TLS. */
function newKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
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
  change((reports) => [...reports, report]);
  if (!waits) {
    try {
      await deliver(report);
    } catch (error) {
      if (!hasNotArrived(error)) {
        dropUnsent(report.key);
        throw error;
      }
      settle(report.key, replaced);
      return 'queued';
    }
    dropUnsent(report.key);
  }
  settle(report.key, replaced);
  return waits ? 'queued' : 'sent';
}

/**
 * Sends what waits, in order, until the connection fails again. A refusal stays with its report, and holds those of the
 * same flight behind it. Answers with how many the server took.
 */
export async function sendUnsent(textOf: (error: unknown) => string): Promise<number> {
  const held = new Set<number>();
  let sent = 0;
  for (const report of unsentReports.get()) {
    if (report.refusal !== null || underWay.has(report.key)) held.add(report.plan.id);
    if (held.has(report.plan.id)) continue;
    try {
      await deliver(report);
      dropUnsent(report.key);
      sent += 1;
    } catch (error) {
      if (hasNotArrived(error)) return sent;
      held.add(report.plan.id);
      const refusal = textOf(error);
      change((reports) => reports.map((one) => (one.key === report.key ? { ...one, refusal } : one)));
    }
  }
  return sent;
}
