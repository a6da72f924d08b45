import { DownloadOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Empty, Segmented, Skeleton } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useHolds } from '#web/client/access.ts';
import { resourceNamed } from '#web/client/record-types.ts';
import { ExportDrawer } from '#web/engine/transfer/export-drawer.tsx';
import { standardState } from '#web/engine/url-state.ts';
import { useLivePlans } from '#web/features/plans/plan-queries.ts';
import { PlanRows } from '#web/features/plans/plan-rows.tsx';
import { useIsMobile } from '#web/ui/appearance.ts';
import { Failure } from '#web/ui/failure.tsx';
import { QueryFilters } from './query-filters.tsx';
import { QueryMap } from './query-map.tsx';
import { type Show, shows } from './query-state.ts';
import { QueryTable } from './query-table.tsx';
import { TimeLine } from './time-line.tsx';
import { usePlanQuery, useQueryState } from './use-query.ts';
import './query.css';

/** Query and history of plans: one question, answered as a table, on a time line, or on the map. */
export function QueryPage() {
  const { t } = useTranslation();
  const [state, change] = useQueryState();
  const query = usePlanQuery(state);
  const files = useHolds(['Pages.Navigation.Create']);
  const mobile = useIsMobile();
  const [exporting, setExporting] = useState(false);
  const resource = resourceNamed('plan');
  useLivePlans();
  const { data } = query;
  let body = <Skeleton active paragraph={{ rows: 10 }} title={false} />;
  if (query.error) {
    body = <Failure title={t('plan.list.failed')} error={query.error} retry={() => void query.refetch()} />;
  } else if (data) {
    if (state.show === 'timeline') body = <TimeLine answer={data} state={state} change={change} />;
    else if (state.show === 'map') body = <QueryMap answer={data} state={state} change={change} />;
    else if (data.totalCount === 0)
      body = <Empty description={t('plan.query.none')} style={{ padding: 48 }} />;
    else if (mobile) body = <PlanRows query={query} plans={data.items} empty={t('plan.query.none')} />;
    else body = <QueryTable answer={data} loading={query.isFetching} state={state} change={change} />;
  }
  return (
    <div className="cw-page query-page">
      <header className="cw-bar">
        <h1 className="cw-title">{t('plan.page.plan')}</h1>
        <Segmented<Show>
          aria-label={t('plan.query.show')}
          value={state.show}
          onChange={(show) => change({ show })}
          options={shows.map((value) => ({ value, label: t(`plan.query.show.${value}`) }))}
        />
        <span className="cw-figures plan-soft" aria-live="polite">
          {data ? t('list.total', { count: data.totalCount }) : ''}
        </span>
        <span className="cw-grow" />
        <Link to="/navigation/navigation/table">{t('plan.query.allFields')}</Link>
        {resource && (
          <Button
            icon={<DownloadOutlined />}
            aria-haspopup="dialog"
            disabled={!data || data.items.length === 0}
            onClick={() => setExporting(true)}
          >
            {t('plan.query.export')}
          </Button>
        )}
        {files && (
          <>
            <Link to="/navigation/NotFinish">
              <Button tabIndex={-1}>{t('plan.notFinish.list')}</Button>
            </Link>
            <Link to="/navigation/addNavPlan">
              <Button type="primary" icon={<PlusOutlined />} tabIndex={-1}>
                {t('plan.add.title')}
              </Button>
            </Link>
          </>
        )}
      </header>
      <QueryFilters state={state} change={change} counts={data?.counts ?? []} />
      {body}
      {exporting && resource && data && (
        <ExportDrawer
          resource={resource}
          state={{
            ...standardState(resource),
            // What is on the screen: filters that ask for tasks are none of the record's own.
            filters: [{ field: 'id', operator: 'in', values: data.items.map(({ id }) => String(id)) }],
          }}
          selection={null}
          onClose={() => setExporting(false)}
        />
      )}
    </div>
  );
}
