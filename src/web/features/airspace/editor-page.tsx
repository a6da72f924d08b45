import { useOne } from '@refinedev/core';
import { Result } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { currentUser } from '#web/client/session.ts';
import type { RecordValues } from '#web/engine/labels.ts';
import { idOf } from '#web/ui/id-of.ts';
import { MayNotEdit } from '#web/ui/may-not-edit.tsx';
import { PageWait } from '#web/ui/page-wait.tsx';
import { AirspaceEditor } from './airspace-editor.tsx';
import { newAirspace, useAirspaceValidate } from './airspace-form.ts';
import { airspaceName } from './airspace-place.ts';
import { useAirspace, useLiveAirspaces } from './airspace-queries.ts';
import { AirspaceStateTag } from './airspace-state-tag.tsx';
import { copiedValues, templateValues } from './extent-values.ts';
import '#web/ui/style/document.css';
import './airspace.css';

/** Quick airspace application (/situation/addNavAirPlan); `?template=` and `?copy=` give it something to begin with. */
export function AddAirspacePage() {
  const [search] = useSearchParams();
  const validate = useAirspaceValidate();
  const template = idOf(search.get('template'));
  const copied = idOf(search.get('copy'));
  const { result, query } = useOne<RecordValues & { id: number }>({
    resource: template === null ? 'airspace' : 'airspaceTemplate',
    id: template ?? copied ?? 0,
    queryOptions: { enabled: template !== null || copied !== null },
  });
  const wanted = template !== null || copied !== null;
  const first = useMemo(() => {
    const empty = newAirspace(currentUser.get()?.actor.companyId ?? null);
    if (!result) return empty;
    return { ...empty, ...(template === null ? copiedValues(result) : templateValues(result)) };
  }, [result, template]);
  if (!validate || (wanted && query.isLoading)) return <PageWait />;
  return <AirspaceEditor key={`${template} ${copied}`} validate={validate} stored={null} first={first} />;
}

/** A draft or a refused application again, or an approved airspace by its keeper (/situation/edit_a?id=, edit_Air?id=). */
export function EditAirspacePage() {
  const { t } = useTranslation();
  const [search] = useSearchParams();
  const id = idOf(search.get('id'));
  const validate = useAirspaceValidate();
  useLiveAirspaces();
  const { data, error, refetch } = useAirspace(id);
  if (search.get('id') === null) return <AddAirspacePage />;
  if (id === null || error?.statusCode === 404) {
    return (
      <Result status="404" title={t('airspace.details.none')} subTitle={t('airspace.details.noneText')} />
    );
  }
  if (error || !data || !validate) {
    return <PageWait title={t('airspace.details.failed')} error={error} retry={() => void refetch()} />;
  }
  const views = data.actions.filter(({ action }) => action === 'edit' || action === 'change');
  if (!views.some(({ relevant, allowed }) => relevant && allowed)) {
    const why = views.find(({ relevant, reason }) => relevant && reason);
    return (
      <MayNotEdit
        name={airspaceName(data.airspace)}
        state={<AirspaceStateTag airspace={data.airspace} />}
        reason={why?.reason ?? t('airspace.edit.mayNot')}
        rule={why?.rule}
        page={`/situation/detailsAir?id=${id}`}
        pageName={t('airspace.edit.toPage')}
      />
    );
  }
  return <AirspaceEditor key={id} validate={validate} stored={data} first={null} />;
}
