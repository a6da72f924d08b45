import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { PlanItem } from '#contract/plans/plan-output.ts';
import { planState } from '#domain/plans/states.ts';
import { dayOf, onDay } from '#domain/time/wall-clock.ts';
import { serviceZone } from '#web/client/clock.ts';
import { useNow } from '#web/ui/flight-time.tsx';
import { flownKinds, nextAction } from './next-action.ts';
import type { Act } from './plan-act.ts';
import { useLivePlans, usePlans } from './plan-queries.ts';
import { PlanRows } from './plan-rows.tsx';
import '#web/ui/style/document.css';

/** Approved and later: what is flown, or was to be flown, on this day. */
const executionStates = [4, 5, 6, 7, 8, 9, 10, 12] as const;

/** Same-day execution plans (specification §2): today's plans on the wall clock, with what can be done to each. */
export function TodayPage() {
  const { t } = useTranslation();
  const now = useNow(60_000);
  const timeZone = serviceZone();
  const from = new Date(onDay(now, 0, '00:00', timeZone)).toISOString();
  const to = new Date(onDay(now, 1, '00:00', timeZone)).toISOString();
  const query = usePlans({
    states: executionStates,
    kinds: flownKinds,
    from,
    to,
    sorting: 'startTime asc',
  });
  useLivePlans();
  const plans = query.data?.items ?? [];
  const counts = [
    ['plan.today.release', plans.filter(({ state }) => state >= 4 && state <= 7).length],
    ['plan.today.allowed', plans.filter(({ state }) => state === planState.releaseAllowed).length],
    ['plan.today.flying', plans.filter(({ state }) => state === planState.inFlight).length],
    ['plan.today.landed', plans.filter(({ state }) => state === planState.landed).length],
  ] as const;
  return (
    <div className="cw-page plan-stack">
      <header className="cw-bar">
        <h1 className="cw-title">{t('plan.today.title')}</h1>
        <span className="cw-figures plan-soft">{dayOf(now, timeZone)}</span>
      </header>
      <ul className="plan-counts">
        {counts.map(([key, count]) => (
          <li key={key}>
            <strong className="cw-figures">{count}</strong>
            <span>{t(key)}</span>
          </li>
        ))}
      </ul>
      <PlanRows
        query={query}
        plans={plans}
        today
        actionsOf={quickActions}
        empty={
          <>
            {t('plan.today.empty')} <Link to="/navigation/navigation">{t('plan.page.toList')}</Link>
          </>
        }
      />
    </div>
  );
}

/** The next step, and beside it what corrects or takes back the last one. */
function quickActions({ state }: PlanItem): Act[] {
  const next = nextAction(state);
  if (state === planState.releaseSubmitted) return ['editRelease', 'withdrawRelease'];
  if (state === planState.releaseAllowed) return ['takeOff', 'editRelease'];
  return next ? [next] : [];
}
