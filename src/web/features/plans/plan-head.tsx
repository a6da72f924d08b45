import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { PlanDetail, PlanItem } from '#contract/plans/plan-output.ts';
import { labelOf } from '#web/ui/record-labels.ts';

/** Above a plan's document: the list that it stands in, its number, callsign and company. */
export function PlanHead({
  plan,
  list,
  children,
}: {
  plan: PlanItem | PlanDetail['plan'];
  list: string;
  children: ReactNode;
}) {
  return (
    <header className="cw-bar">
      <h1 className="cw-title">
        <Link to={list}>{children}</Link> / <span className="cw-figures">{plan.planNumber}</span>
      </h1>
      <strong className="cw-figures">{plan.callsign}</strong>
      <span className="plan-soft">{labelOf(plan.labels, 'company')}</span>
    </header>
  );
}
