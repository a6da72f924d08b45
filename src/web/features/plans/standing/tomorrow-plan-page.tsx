import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { PlanPage } from '#web/features/plans/plan-page.tsx';
import { usePlan } from '#web/features/plans/plan-queries.ts';
import { idOf } from '#web/ui/id-of.ts';
import './standing.css';

/** A next-day plan's page (specification §2, /navigation/detailsT): that of every plan, with where it came from. */
export function TomorrowPlanPage() {
  const { t } = useTranslation();
  const [search] = useSearchParams();
  const { data } = usePlan(idOf(search.get('id')));
  const plan = data?.plan;
  const standingPlan = plan?.standingPlan;
  const validFrom = plan?.validFrom;
  const number = plan?.labels.standingPlan;
  return (
    <>
      {typeof standingPlan === 'number' && (
        <nav className="cw-page tomorrow-origin" aria-label={t('standing.origin')}>
          <span>
            {t('standing.origin')}{' '}
            <Link to={`/navigation/detailsSN?id=${standingPlan}`} className="cw-figures">
              {typeof number === 'string' ? number : `#${standingPlan}`}
            </Link>
          </span>
          {typeof validFrom === 'string' && (
            <Link to={`/navigation/TommorowIndex?date=${validFrom}`}>
              {t('standing.plansOn', { day: validFrom })}
            </Link>
          )}
        </nav>
      )}
      <PlanPage />
    </>
  );
}
