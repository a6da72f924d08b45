import { Link } from 'react-router';
import type { PlanItem } from '#contract/plans/plan-output.ts';
import { labelOf } from '#web/ui/record-labels.ts';
import { routeText } from './plan-facts.tsx';

/** A plan in two lines of a list: its name, which leads to its page, and number; its way, mission and company. */
export function PlanHeadline({ plan, page }: { plan: PlanItem; page: string }) {
  const { id, callsign, planNumber, labels } = plan;
  return (
    <>
      <Link to={`${page}?id=${id}`} className="cw-figures">
        <strong>{callsign ?? planNumber}</strong>
      </Link>{' '}
      <span className="plan-soft cw-figures">{planNumber}</span>
      <div>
        {routeText(labels)}{' '}
        <span className="plan-soft">
          · {labelOf(labels, 'missionType')} · {labelOf(labels, 'company')}
        </span>
      </div>
    </>
  );
}
