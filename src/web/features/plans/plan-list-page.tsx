import { useTranslation } from 'react-i18next';
import { Link, Navigate, useLocation, useSearchParams } from 'react-router';
import { resourceNamed } from '#web/client/record-types.ts';
import { ResourceList } from '#web/engine/list.tsx';
import { QueryPage } from './query/query-page.tsx';
import { isListAddress } from './query/query-state.ts';
import '#web/ui/style/document.css';

/** Query and history of plans (specification §2, /navigation/navigation). */
export function PlanListPage() {
  const [query] = useSearchParams();
  const { search } = useLocation();
  // Links of other screens, and saved views, speak the language of the generated list.
  if (isListAddress(query)) return <Navigate replace to={`/navigation/navigation/table${search}`} />;
  return <QueryPage />;
}

/** Every field of the plans, with saved views, columns and bulk tools: the generated list. */
export function PlanTablePage() {
  const { t } = useTranslation();
  const plan = resourceNamed('plan');
  if (!plan) return null;
  return (
    <ResourceList resource={plan} tools={<Link to="/navigation/navigation">{t('plan.query.title')}</Link>} />
  );
}
