import type { Static } from '@sinclair/typebox';
import { textIn } from '../../domain/locales/text-in.ts';
import { deadlinesOf } from '../../domain/plan/deadlines.ts';
import { type Finding, hasErrors } from '../../domain/plan/findings.ts';
import type { Caller } from '../caller.ts';
import type { Sql } from '../db/sql.ts';
import { type CheckedPlan, checkPlan } from './plan-check.ts';
import type { checkView } from './plan-output.ts';
import type { PlanParameters } from './plan-parameters.ts';
import { isoOf } from './plan-rows.ts';

/** All that a check at `now` finds, with what was `found` before it, in the caller's words; and the clocks that apply. */
export async function findingsOf(
  sql: Sql,
  caller: Caller,
  plan: CheckedPlan,
  now: Date,
  figures: PlanParameters,
  found: Finding[] = [],
): Promise<Static<typeof checkView>> {
  const { findings, offered } = await checkPlan(sql, plan, now, figures);
  const all = [...found, ...findings];
  return {
    ok: !hasErrors(all),
    findings: all.map((finding) => ({
      ...finding,
      rule: textIn({ key: finding.rule }, caller.locale),
      message: textIn(finding.message, caller.locale),
    })),
    offeredUrgencies: offered,
    deadlines: clocksOf(plan, caller, figures),
  };
}

function clocksOf({ urgency, unmanned, tasks }: CheckedPlan, caller: Caller, figures: PlanParameters) {
  const starts = tasks.map(({ etd }) => Date.parse(etd)).filter((at) => !Number.isNaN(at));
  if (starts.length === 0) return null;
  const limits = deadlinesOf({ urgency, unmanned, startAt: Math.min(...starts) }, figures.deadlines);
  return {
    submitBy: isoOf(limits.submitBy),
    decideBy: isoOf(limits.decideBy),
    rule: textIn({ key: limits.rule }, caller.locale),
  };
}
