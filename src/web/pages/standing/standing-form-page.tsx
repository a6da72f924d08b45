import { Card, Result } from 'antd';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { statesFor } from '../../../domain/plan/machine.ts';
import { MayNotEdit } from '../../components/may-not-edit.tsx';
import { PageWait } from '../../components/page-wait.tsx';
import { PlanStateTag } from '../../components/plan-state-tag.tsx';
import type { Values } from '../../resources/record-validator.ts';
import { currentUser } from '../../session.ts';
import { PlanEditor } from '../plan/plan-editor.tsx';
import { usePlanValidate } from '../plan/plan-form-schema.ts';
import { idOf } from '../plan/plan-page.tsx';
import { useLivePlans, usePlan } from '../plan/plan-queries.ts';
import { newStandingValues, standingValidate, standingVariant } from './standing-form.ts';
import { TermCalendar } from './term-calendar.tsx';
import '../plan/plan.css';
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
