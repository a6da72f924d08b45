import type { Static } from '@sinclair/typebox';
import type { checkView } from '#contract/plans/plan-output.ts';
import { deadlinesOf } from '#domain/plans/deadlines.ts';
import { type Finding, hasErrors, namedIn } from '#domain/plans/findings.ts';
import { textIn } from '#domain/text/locales/text-in.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Conflicts } from '#server/features/conflicts/conflicts.ts';
import type { Caller } from '#server/kernel/caller.ts';
import { type CheckedPlan, checkPlan } from './plan-check.ts';
import { levelFindings } from './plan-flight-rules.ts';
import type { PlanParameters } from './plan-parameters.ts';
import { isoOf } from './plan-rows.ts';
import { suggestionsFor } from './plan-suggestions.ts';
import { weatherFindings } from './plan-weather.ts';

/**
 * All that a check finds, with what was `found` before it, in the caller's words; and the clocks that apply. `now`: of which
 * moment the plan is judged, that of its submission; its weather is always what is known at `weatherAt`.
 */
export async function findingsOf(
  sql: Sql,
  caller: Caller,
  plan: CheckedPlan,
  { now, weatherAt }: { now: Date; weatherAt: Date },
  parameters: PlanParameters,
  conflicts: Conflicts,
  found: Finding[] = [],
): Promise<Static<typeof checkView>> {
  const check = await checkPlan(sql, plan, now, parameters, conflicts);
  const all = [
    ...found,
    ...check.findings,
    ...(await levelFindings(sql, check.own)),
    ...(await weatherFindings(sql, plan, check.own, weatherAt, parameters)),
  ];
  return {
    ok: !hasErrors(all),
    findings: all.map((finding) => ({
      ...finding,
      rule: textIn({ key: finding.rule }, caller.locale),
      message: textIn(finding.message, caller.locale),
      with: namedIn(finding.with, caller.locale),
      shape: finding.shape ?? null,
      altitudeCompared: finding.altitudeCompared ?? null,
    })),
    suggestions: suggestionsFor(caller, plan, check, now, parameters, conflicts),
    offeredUrgencies: check.offered,
    deadlines: clocksOf(plan, caller, parameters),
  };
}

function clocksOf(
  { urgency, unmanned, withinTerm, tasks }: CheckedPlan,
  caller: Caller,
  parameters: PlanParameters,
) {
  const starts = tasks.map(({ etd }) => Date.parse(etd)).filter((at) => !Number.isNaN(at));
  if (starts.length === 0) return null;
  const limits = deadlinesOf(
    { urgency, unmanned, withinTerm: withinTerm === true, startAt: Math.min(...starts) },
    parameters.deadlines,
  );
  return {
    submitBy: isoOf(limits.submitBy),
    decideBy: isoOf(limits.decideBy),
    rule: textIn({ key: limits.rule }, caller.locale),
  };
}
