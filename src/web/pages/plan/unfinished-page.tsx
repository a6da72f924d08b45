import { Alert } from 'antd';
import { useTranslation } from 'react-i18next';
import { planState } from '../../../domain/plan/states.ts';
import { useNow } from './flight-time.tsx';
import { useLivePlans, usePlans } from './plan-queries.ts';
import { PlanRows } from './plan-rows.tsx';
import { isUnfinished } from './unfinished.ts';
import './plan.css';

/** The unfinished plan list (specification §2 and §8). */
export function UnfinishedPage() {
  const { t } = useTranslation();
  const now = useNow(30_000);
  const query = usePlans({
    states: [planState.releaseAllowed, planState.inFlight],
    sorting: 'endTime asc',
  });
  useLivePlans();
  const plans = (query.data?.items ?? []).filter((plan) => isUnfinished(plan, now));
  return (
    <div className="cw-page plan-stack">
      <header className="cw-bar">
        <h1 className="cw-title">{t('plan.notFinish.list')}</h1>
        <span className="cw-figures plan-soft">
          {query.data ? t('list.total', { count: plans.length }) : ''}
        </span>
      </header>
      {plans.length > 0 && <Alert type="warning" showIcon message={t('plan.notFinish.help')} />}
      <PlanRows query={query} plans={plans} empty={t('plan.notFinish.empty')} />
    </div>
  );
}
