import { Card, Result } from 'antd';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { statesFor } from '#domain/plans/machine.ts';
import { currentUser } from '#web/client/session.ts';
import type { Values } from '#web/engine/record-validator.ts';
import { PlanEditor } from '#web/features/plans/plan-editor.tsx';
import { usePlanValidate } from '#web/features/plans/plan-form-schema.ts';
import { useLivePlans, usePlan } from '#web/features/plans/plan-queries.ts';
import { idOf } from '#web/ui/id-of.ts';
import { MayNotEdit } from '#web/ui/may-not-edit.tsx';
import { PageWait } from '#web/ui/page-wait.tsx';
import { PlanStateTag } from '#web/ui/plan-state-tag.tsx';
import { newStandingValues, standingValidate, standingVariant } from './standing-form.ts';
import { TermCalendar } from './term-calendar.tsx';
import '#web/ui/style/document.css';
import './standing.css';

/** The days that the typed term means, above the map. */
const variant = { ...standingVariant, beside: (values: Values) => <TypedDays values={values} /> };

function TypedDays({ values }: { values: Values }) {
  const { t } = useTranslation();
  const { validFrom, validTo, weekdays } = values;
  const text = JSON.stringify({ validFrom, validTo, weekdays });
  const term = useMemo(() => JSON.parse(text), [text]);
  return (
    <Card size="small" title={t('standing.calendar')}>
      <TermCalendar term={term} />
    </Card>
  );
}

/** A standing plan, new or again (specification §2, /navigation/edit_sn). */
export function StandingFormPage() {
  const { t } = useTranslation();
  const [search] = useSearchParams();
  const id = idOf(search.get('id'));
  const joined = usePlanValidate();
  const validate = useMemo(() => joined && standingValidate(joined), [joined]);
  const [first] = useState(() => newStandingValues(currentUser.get()?.actor.companyId ?? null));
  useLivePlans();
  const { data, error, refetch } = usePlan(id);
  if (search.has('id') && (id === null || error?.statusCode === 404)) {
    return <Result status="404" title={t('plan.page.none')} subTitle={t('plan.page.noneText')} />;
  }
  if (error || !validate || (id !== null && !data)) {
    return <PageWait title={t('plan.page.failed')} error={error} retry={() => void refetch()} />;
  }
  if (!data) return <PlanEditor validate={validate} stored={null} first={first} variant={variant} />;
  const view = data.actions.find(({ action }) => action === 'edit');
  const { plan } = data;
  if (plan.kind !== 'standing' || !statesFor('edit').includes(plan.state) || view?.relevant === false) {
    return (
      <MayNotEdit
        name={plan.planNumber}
        state={<PlanStateTag state={plan.state} />}
        reason={view?.reason ?? t('plan.add.mayNot')}
        rule={view?.rule}
        page={`/navigation/detailsSN?id=${plan.id}`}
        pageName={t('plan.add.toPlan')}
      />
    );
  }
  return <PlanEditor key={id} validate={validate} stored={data} first={null} variant={variant} />;
}
