import { Button, Empty, Skeleton } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { PlanItem } from '#contract/plans/plan-output.ts';
import { planState } from '#domain/plans/states.ts';
import type { RequestError } from '#web/client/http.ts';
import { currentUser } from '#web/client/session.ts';
import { useStore } from '#web/client/store.ts';
import { Failure } from '#web/ui/failure.tsx';
import { Countdown, FlightSpan, FlightTime, useNow } from '#web/ui/flight-time.tsx';
import { PlanStateTag } from '#web/ui/plan-state-tag.tsx';
import { actsFor, nextAction } from './next-action.ts';
import type { Act } from './plan-act.ts';
import { type PendingPlanAct, PlanActDialog } from './plan-act-dialog.tsx';
import { clocksOf } from './plan-clocks.ts';
import { PlanHeadline } from './plan-headline.tsx';
import { Restriction } from './restriction.tsx';

/** Before and in flight the restriction of its release binds the crew. */
const bound = new Set<number>([planState.releaseAllowed, planState.inFlight]);

interface Props {
  query: { data: { items: PlanItem[] } | undefined; error: RequestError | null; refetch: () => unknown };
  plans: PlanItem[];
  empty: ReactNode;
  /** Buttons of a row; by default the next step of the operator. */
  actionsOf?: (plan: PlanItem) => Act[];
  today?: boolean;
}

/** Plans with their next action: a table of rows where there is room, cards on a phone. */
export function PlanRows({ query, plans, empty, actionsOf, today = false }: Props) {
  const { t } = useTranslation();
  const actor = useStore(currentUser)?.actor;
  const [pending, setPending] = useState<PendingPlanAct | null>(null);
  if (query.error) {
    return <Failure title={t('plan.list.failed')} error={query.error} retry={() => void query.refetch()} />;
  }
  if (!query.data) return <Skeleton active paragraph={{ rows: 8 }} title={false} />;
  if (plans.length === 0) return <Empty description={empty} />;
  const buttons = (plan: PlanItem): Act[] => {
    if (!actsFor(actor, plan.company)) return [];
    const next = nextAction(plan.state);
    return actionsOf?.(plan) ?? (next ? [next] : []);
  };
  return (
    <>
      <ul className="plan-rows">
        {plans.map((plan) => (
          <li key={plan.id} data-plan={plan.planNumber} data-state={plan.state}>
            <div className="plan-row-state">
              <PlanStateTag state={plan.state} restricted={plan.restricted} today={today} />
            </div>
            <div className="plan-row-main">
              <PlanHeadline plan={plan} page="/navigation/details" />
              {bound.has(plan.state) && <Restriction plan={plan} />}
            </div>
            <div className="plan-row-time">
              <FlightSpan from={plan.startTime} to={plan.endTime} />
              <RowClock plan={plan} />
            </div>
            <div className="plan-row-acts">
              {buttons(plan).map((action, index) => (
                <Button
                  key={action}
                  size="small"
                  type={index === 0 ? 'primary' : 'default'}
                  aria-haspopup="dialog"
                  aria-label={`${t(`plan.action.${action}`)} ${plan.callsign ?? plan.planNumber}`}
                  data-action={action}
                  onClick={() => setPending({ action, plan, stepIndex: null })}
                >
                  {t(`plan.action.${action}`)}
                </Button>
              ))}
              {plan.waiting && (
                <Link to={`/situation/dynamic?tab=inbox&id=${plan.id}`}>
                  <Button size="small" tabIndex={-1}>
                    {t('plan.list.decide')}
                  </Button>
                </Link>
              )}
            </div>
          </li>
        ))}
      </ul>
      <PlanActDialog pending={pending} onClose={() => setPending(null)} />
    </>
  );
}

/** The time that matters in this state. */
function RowClock({ plan }: { plan: PlanItem }) {
  const { t } = useTranslation();
  const now = useNow(15_000);
  const [clock] = clocksOf(plan, now);
  if (clock) return <Countdown to={clock.to} label={t(clock.key)} />;
  if (plan.state === 10 && plan.realEta) {
    return (
      <span>
        <span className="plan-soft">{t('plan.page.realEta')} </span>
        <FlightTime at={plan.realEta} />
      </span>
    );
  }
  return null;
}
