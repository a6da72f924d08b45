import { Button, Segmented } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { PlanItem } from '#contract/plans/plan-output.ts';
import { useHolds } from '#web/client/access.ts';
import type { usePlans } from './plan-queries.ts';
import { PlanRows } from './plan-rows.tsx';

/** Groups of states as an operator thinks of them. */
const groups: Record<string, (plan: PlanItem) => boolean> = {
  all: () => true,
  draft: ({ state }) => state === 0 || state === 3,
  deciding: ({ state }) => state === 1 || state === 2,
  release: ({ state }) => state >= 4 && state <= 7,
  flying: ({ state }) => state === 8 || state === 9,
};

/** Plans under way, each with its next action. */
export function ActiveDesk({ query }: { query: ReturnType<typeof usePlans> }) {
  const { t } = useTranslation();
  const files = useHolds(['Pages.Navigation.Create']);
  const [group, setGroup] = useState('all');
  const plans = query.data?.items ?? [];
  const shown = plans.filter((plan) => groups[group]?.(plan));
  return (
    <div className="plan-desk-body">
      <Segmented
        value={group}
        onChange={setGroup}
        aria-label={t('plan.desk.groups')}
        options={Object.entries(groups).map(([key, has]) => ({
          value: key,
          label: `${t(`plan.desk.group.${key}`)} ${plans.filter(has).length}`,
        }))}
      />
      <PlanRows
        query={query}
        plans={shown}
        empty={
          <>
            <p>{t(plans.length === 0 ? 'plan.desk.none' : 'plan.desk.noneInGroup')}</p>
            {files && (
              <Link to="/navigation/addNavPlan">
                <Button type="primary" tabIndex={-1}>
                  {t('plan.add.title')}
                </Button>
              </Link>
            )}
          </>
        }
      />
    </div>
  );
}
