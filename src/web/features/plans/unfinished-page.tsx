import { Alert } from 'antd';
import { useTranslation } from 'react-i18next';
import { useLivePlans, useUnfinished } from './plan-queries.ts';
import { PlanRows } from './plan-rows.tsx';
import '#web/ui/style/document.css';

/** The unfinished plan list (specification §2 and §8). */
export function UnfinishedPage() {
  const { t } = useTranslation();
  const query = useUnfinished();
  useLivePlans();
  const plans = query.data?.items ?? [];
  return (
    <div className="cw-page plan-stack">
      <header className="cw-bar">
        <h1 className="cw-title">{t('plan.notFinish.list')}</h1>
        <span className="cw-figures plan-soft">
          {query.data ? t('list.total', { count: query.data.totalCount }) : ''}
        </span>
      </header>
      {plans.length > 0 && <Alert type="warning" showIcon message={t('plan.notFinish.help')} />}
      <PlanRows query={query} plans={plans} empty={t('plan.notFinish.empty')} />
    </div>
  );
}
