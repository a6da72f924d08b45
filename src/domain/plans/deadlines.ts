import { formatWall, onDay } from '#domain/time/wall-clock.ts';

export const urgencies = [
  'normal',
  'transit',
  'rescue',
  'disaster',
  'weatherModification',
  'otherUrgent',
  'especiallyUrgent',
] as const;
export type Urgency = (typeof urgencies)[number];

/** Figures of the law, each a parameter (operations.md 1.1 to 1.3). Times of day are `HH:mm` or `HHmm` on the wall. */
export interface DeadlineParameters {
  /** IANA name; the law speaks of Beijing time. */
  timeZone: string;
  /** Order 371, art. 16: on the day before. */
  submitTime: string;
  decideTime: string;
  /** Order 371, art. 16: urgent missions, before departure. */
  urgentSubmitMinutes: number;
  urgentDecideMinutes: number;
  /** Order 371, art. 18: transit on a temporary route. */
  transitSubmitDays: number;
  transitDecideTime: string;
  /** Order 371, art. 17: a day's flight within the term of a standing plan in an approved temporary airspace. */
  termSubmitMinutes: number;
  termDecideMinutes: number;
  /** Order 761, art. 26 and 29. */
  unmannedSubmitTime: string;
  unmannedDecideTime: string;
  unmannedUrgentSubmitMinutes: number;
  unmannedUrgentDecideMinutes: number;
  /** How long before departure release is applied for: local practice, and Order 761, art. 30. */
  releaseLeadMinutes: number;
  unmannedReleaseLeadMinutes: number;
  /** Flight basic rules, art. 38. */
  lapseMinutes: number;
}

export const defaultDeadlines: DeadlineParameters = {
  timeZone: 'Asia/Shanghai',
  submitTime: '15:00',
  decideTime: '21:00',
  urgentSubmitMinutes: 60,
  urgentDecideMinutes: 15,
  transitSubmitDays: 2,
  transitDecideTime: '18:00',
  termSubmitMinutes: 60,
  termDecideMinutes: 15,
  unmannedSubmitTime: '12:00',
  unmannedDecideTime: '21:00',
  unmannedUrgentSubmitMinutes: 30,
  unmannedUrgentDecideMinutes: 10,
  releaseLeadMinutes: 0,
  unmannedReleaseLeadMinutes: 60,
  lapseMinutes: 60,
};

export interface Deadlines {
  /** UTC ms; the moment itself is still in time. Null: no limit but departure. */
  submitBy: number | null;
  decideBy: number | null;
  /** Catalogue key of the rule. */
  rule: string;
}

const minuteMs = 60_000;

/** What of a plan decides by when it is filed; `startAt` in UTC ms. */
export interface Filed {
  urgency: Urgency;
  unmanned: boolean;
  startAt: number;
  /** A day within the term of an approved standing plan in a temporary airspace: no filing on the eve (art. 17). */
  withinTerm?: boolean;
}

/** By when a plan is filed and decided. Wall-clock limits, never durations. */
export function deadlinesOf(plan: Filed, parameters: DeadlineParameters): Deadlines {
  const { startAt } = plan;
  const eve = (time: string) => onDay(startAt, -1, time, parameters.timeZone);
  const before = (minutes: number) => startAt - minutes * minuteMs;
  if (plan.unmanned) {
    if (plan.urgency === 'especiallyUrgent') {
      return { submitBy: null, decideBy: null, rule: 'plan.rule.order761-29' };
    }
    if (isUrgent(plan.urgency)) {
      return {
        submitBy: before(parameters.unmannedUrgentSubmitMinutes),
        decideBy: before(parameters.unmannedUrgentDecideMinutes),
        rule: 'plan.rule.order761-29',
      };
    }
    return {
      submitBy: eve(parameters.unmannedSubmitTime),
      decideBy: eve(parameters.unmannedDecideTime),
      rule: 'plan.rule.order761-26',
    };
  }
  if (isUrgent(plan.urgency)) {
    return {
      submitBy: before(parameters.urgentSubmitMinutes),
      decideBy: before(parameters.urgentDecideMinutes),
      rule: 'plan.rule.order371-16-urgent',
    };
  }
  if (plan.withinTerm) {
    return {
      submitBy: before(parameters.termSubmitMinutes),
      decideBy: before(parameters.termDecideMinutes),
      rule: 'plan.rule.order371-17',
    };
  }
  if (plan.urgency === 'transit') {
    return {
      // "Two days before" is a calendar count: the last moment is the end of that day.
      submitBy: onDay(startAt, 1 - parameters.transitSubmitDays, '00:00', parameters.timeZone),
      decideBy: eve(parameters.transitDecideTime),
      rule: 'plan.rule.order371-18',
    };
  }
  return {
    submitBy: eve(parameters.submitTime),
    decideBy: eve(parameters.decideTime),
    rule: 'plan.rule.order371-16',
  };
}

export function isUrgent(urgency: Urgency): boolean {
  return urgency !== 'normal' && urgency !== 'transit';
}

export type SubmissionCheck =
  | { ok: true; deadlines: Deadlines }
  | {
      ok: false;
      code: string;
      values: Record<string, string | number>;
      rule: string;
      /** Urgent categories whose own clock has not run out: offered to the operator. */
      offered: Urgency[];
    };

/** Is it filed in time at `now` (UTC ms)? A late one names the rule and says which categories are still open. */
export function checkSubmission(plan: Filed, now: number, parameters: DeadlineParameters): SubmissionCheck {
  const deadlines = deadlinesOf(plan, parameters);
  const on = (at: number) => formatWall(at, parameters.timeZone);
  if (plan.startAt <= now) {
    return {
      ok: false,
      code: 'plan.refused.past',
      values: { start: on(plan.startAt), now: on(now) },
      rule: 'plan.rule.order371-22',
      offered: [],
    };
  }
  if (deadlines.submitBy === null || now <= deadlines.submitBy) return { ok: true, deadlines };
  const offered = urgencies.filter((urgency) => {
    if (!isUrgent(urgency)) return false;
    if (urgency === 'especiallyUrgent' && !plan.unmanned) return false;
    const limit = deadlinesOf({ ...plan, urgency }, parameters).submitBy;
    return limit === null || now <= limit;
  });
  return {
    ok: false,
    code: offered.length > 0 ? 'plan.refused.lateOffer' : 'plan.refused.late',
    values: { deadline: on(deadlines.submitBy), now: on(now) },
    rule: deadlines.rule,
    offered,
  };
}

/** The departure that counts for release and lapse: a later applied-for one is a delay request (art. 38). */
export function countedDeparture(startAt: number, realEtd: number | null): number {
  return realEtd === null ? startAt : Math.max(startAt, realEtd);
}

/** Is a take-off so near to the released time that the release covers it (art. 38)? Times in UTC ms. */
export function isNearRelease(at: number, released: number | null, minutes: number): boolean {
  return released === null || Math.abs(at - released) <= minutes * minuteMs;
}

export type ReleaseCheck =
  | { ok: true }
  | { ok: false; code: string; values: Record<string, string>; rule: string };

/** May release be applied for with this departure? Inside the approved time, not in the past, early enough. */
export function checkRelease(
  plan: { unmanned: boolean; startAt: number; endAt: number },
  realEtd: number,
  now: number,
  parameters: DeadlineParameters,
): ReleaseCheck {
  const on = (at: number) => formatWall(at, parameters.timeZone);
  const no = (code: string, values: Record<string, string>, rule: string): ReleaseCheck => ({
    ok: false,
    code,
    values,
    rule,
  });
  if (realEtd < plan.startAt || realEtd > plan.endAt) {
    return no(
      'plan.refused.outsideTime',
      { etd: on(realEtd), start: on(plan.startAt), end: on(plan.endAt) },
      'plan.rule.basic-38',
    );
  }
  // Seconds are not typed: an application made in the minute of departure is not in the past.
  if (realEtd < now - minuteMs) {
    return no('plan.refused.etdPast', { etd: on(realEtd), now: on(now) }, 'plan.rule.basic-38');
  }
  const lead = plan.unmanned ? parameters.unmannedReleaseLeadMinutes : parameters.releaseLeadMinutes;
  if (realEtd - now < lead * minuteMs && lead > 0) {
    return no(
      'plan.refused.releaseLead',
      { etd: on(realEtd), minutes: String(lead) },
      plan.unmanned ? 'plan.rule.order761-30' : 'plan.rule.release',
    );
  }
  return { ok: true };
}
