import type { Validate } from 'virtual:validators';
import { Result } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { statesFor } from '#domain/plans/machine.ts';
import { planState } from '#domain/plans/states.ts';
import { useHolds } from '#web/client/access.ts';
import { currentUser } from '#web/client/session.ts';
import { useIsMobile } from '#web/ui/appearance.ts';
import { idOf } from '#web/ui/id-of.ts';
import { MayNotEdit } from '#web/ui/may-not-edit.tsx';
import { PageWait } from '#web/ui/page-wait.tsx';
import { PlanStateTag } from '#web/ui/plan-state-tag.tsx';
import { DetourPage } from './detour/detour-page.tsx';
import { PlanEditor } from './plan-editor.tsx';
import { newPlanValues, usePlanValidate } from './plan-form-schema.ts';
import { useLivePlans, usePlan } from './plan-queries.ts';
import { SheetPage } from './sheet/sheet-page.tsx';
import '#web/ui/style/document.css';

/**
 * Quick add (specification §2, /navigation/addNavPlan): a sheet for many plans; one plan in its form on a phone, and where
 * the address asks for it.
 */
export function AddPlanPage() {
  const [search] = useSearchParams();
  const mobile = useIsMobile();
  return mobile || search.get('view') === 'form' ? <AddOnePlan /> : <SheetPage />;
}

function AddOnePlan() {
  const validate = usePlanValidate();
  const [first] = useState(() => newPlanValues(currentUser.get()?.actor.companyId ?? null));
  if (!validate) return <PageWait />;
  return <PlanEditor validate={validate} stored={null} first={first} />;
}

/** A new or a rejected plan again, or the way of a flight (/navigation/edit_n?id=, /navigation/editNavPlan?id=). */
export function EditPlanPage() {
  const { t } = useTranslation();
  const [search] = useSearchParams();
  const id = idOf(search.get('id'));
  const files = useHolds(['Pages.Navigation.Create']);
  const validate = usePlanValidate();
  useLivePlans();
  const { data, error, refetch } = usePlan(id);
  if (id === null || error?.statusCode === 404) {
    return <Result status="404" title={t('plan.page.none')} subTitle={t('plan.page.noneText')} />;
  }
  if (error || !data || !validate) {
    return <PageWait title={t('plan.page.failed')} error={error} retry={() => void refetch()} />;
  }
  // In flight it is the way that is changed, and by an application (specification §8).
  if (data.plan.state === planState.inFlight) return <DetourPage key={id} detail={data} />;
  const view = data.actions.find(({ action }) => action === 'edit');
  const { plan } = data;
  if (!files || !statesFor('edit').includes(plan.state) || view?.relevant === false) {
    return (
      <MayNotEdit
        name={plan.planNumber}
        state={<PlanStateTag state={plan.state} restricted={plan.restricted} />}
        reason={view?.reason ?? t('plan.add.mayNot')}
        rule={view?.rule}
        page={`/navigation/details?id=${id}`}
        pageName={t('plan.add.toPlan')}
      />
    );
  }
  return <Stored key={id} validate={validate} detail={data} />;
}

function Stored({
  validate,
  detail,
}: {
  validate: Validate;
  detail: NonNullable<ReturnType<typeof usePlan>['data']>;
}) {
  return <PlanEditor validate={validate} stored={detail} first={null} />;
}
