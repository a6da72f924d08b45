import { LeftOutlined, RightOutlined } from '@ant-design/icons';
import { useAbility } from '@casl/react';
import { useOne } from '@refinedev/core';
import { Alert, Button, Skeleton, Tabs, Tooltip } from 'antd';
import { lazy, Suspense, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useParams, useSearchParams } from 'react-router';
import type { Ability } from '#domain/identity/access.ts';
import type { Resource } from '#domain/record/resource.ts';
import type { RequestError } from '#web/client/http.ts';
import { useLabel } from '#web/client/locale.ts';
import { useIsMobile } from '#web/ui/appearance.ts';
import { usePageTitle } from '#web/ui/document-title.ts';
import { PageWait } from '#web/ui/page-wait.tsx';
import { lastSearchOf } from '#web/ui/visited.ts';
import { ActionButtons } from './action-buttons.tsx';
import { type RecordValues, subtitleOf, titleOf } from './labels.ts';
import { ScreenLink } from './screen-link.tsx';
import { FieldGroups, readableGroups, SystemFields, tabsOfGroups } from './show/field-groups.tsx';
import { useNeighbourKeys, useNeighbours } from './show/neighbours.ts';
import { showNotices } from './show/notices.ts';
import type { ShowTab, ShowTabProps } from './show/show-tab.ts';
import { StateTags } from './show/state-tags.tsx';
import { TabBar } from './show/tab-bar.tsx';
import { showTabs } from './show-tabs.ts';
import './show/show.css';

type Stored = RecordValues & { id: number };

const PrintRecord = lazy(async () => ({ default: (await import('./show/print-record.tsx')).PrintRecord }));

/** One record of any resource, by the id in the address. */
export function ResourceShow({ resource }: { resource: Resource }) {
  const { t } = useTranslation();
  const { id = '' } = useParams();
  const { query, result: record } = useOne<Stored, RequestError>({
    resource: resource.name,
    id,
    errorNotification: false,
  });
  if (query.isError || !record) {
    return <PageWait title={t('form.readFailed')} error={query.error} retry={() => void query.refetch()} />;
  }
  return <RecordPage resource={resource} record={record} />;
}

/** Its fields in groups, what relates to it, where it is, its history, and what the user may do to it. */
function RecordPage({ resource, record }: ShowTabProps) {
  const { t } = useTranslation();
  const label = useLabel();
  const ability = useAbility<Ability>();
  const phone = useIsMobile();
  const { pathname } = useLocation();
  const [search, setSearch] = useSearchParams();
  const kind = label(resource.schema['x-label'], resource.name);
  const name = titleOf(resource, record);
  usePageTitle(pathname, `${kind} ${name}`);
  const { main, tabs } = tabsOfGroups(readableGroups(resource, ability));
  const own = showTabs.filter(({ when }) => when?.({ resource, record }) ?? true);
  const first = own.find(({ opens }) => opens)?.key ?? 'fields';
  const items = [
    {
      key: 'fields',
      label: t('form.fields'),
      children: (
        <>
          <FieldGroups resource={resource} record={record} groups={main} />
          <SystemFields resource={resource} record={record} />
        </>
      ),
    },
    ...tabs.map(([title, groups], index) => ({
      key: `fields-${index + 1}`,
      label: label(title),
      children: <FieldGroups resource={resource} record={record} groups={groups} />,
    })),
    ...own.map(({ key, titleKey, load }) => ({
      key,
      label: t(titleKey),
      children: <LazyPart load={load} resource={resource} record={record} />,
    })),
  ];
  const wanted = search.get('tab') ?? first;
  const active = items.some(({ key }) => key === wanted) ? wanted : first;
  const subtitle = subtitleOf(resource, record);
  const inTrash = record.deletedAt !== null && record.deletedAt !== undefined;
  const choose = (key: string) => {
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        if (key === first) next.delete('tab');
        else next.set('tab', key);
        return next;
      },
      { replace: true },
    );
  };
  if (search.get('print') === '1') {
    return (
      <Suspense fallback={<Skeleton active />}>
        <PrintRecord resource={resource} record={record} />
      </Suspense>
    );
  }
  return (
    <div className="cw-page cw-show">
      <header className="cw-bar">
        <h1 className="cw-title">
          <ScreenLink resource={resource} kind="list" at={lastSearchOf(resource.path) ?? ''}>
            {kind}
          </ScreenLink>{' '}
          / <span className={inTrash ? 'cw-struck' : undefined}>{name}</span>
        </h1>
        {subtitle && <span style={{ color: 'var(--cw-soft)' }}>{subtitle}</span>}
        <StateTags resource={resource} record={record} />
        <span className="cw-grow" />
        <NeighbourButtons resource={resource} record={record} />
        <ActionButtons resource={resource} record={record} />
      </header>
      {inTrash && <Alert type="warning" showIcon message={t('list.inTrash')} />}
      {showNotices
        .filter(({ when }) => when({ resource, record }))
        .map(({ key, load }) => (
          <LazyPart key={key} load={load} resource={resource} record={record} />
        ))}
      {phone ? (
        <div>
          <TabBar items={items} active={active} label={name} onChange={choose} />
          <div role="tabpanel">{items.find(({ key }) => key === active)?.children}</div>
        </div>
      ) : (
        <Tabs activeKey={active} destroyOnHidden onChange={choose} items={items} />
      )}
    </div>
  );
}

function LazyPart({ load, ...props }: ShowTabProps & Pick<ShowTab, 'load'>) {
  const Part = useMemo(() => lazy(load), [load]);
  return (
    <Suspense fallback={<Skeleton active />}>
      <Part {...props} />
    </Suspense>
  );
}

/** To the records before and after this one in the list it was opened from. */
function NeighbourButtons({ resource, record }: ShowTabProps) {
  const { t } = useTranslation();
  const neighbours = useNeighbours(resource, record.id);
  useNeighbourKeys(neighbours);
  if (!neighbours) return null;
  const { previous, next, place, total, go } = neighbours;
  return (
    <nav className="cw-bar cw-no-print" aria-label={t('show.neighbours')} style={{ gap: 4 }}>
      <Tooltip title={t('show.previous')}>
        <Button
          icon={<LeftOutlined />}
          aria-label={t('show.previous')}
          disabled={previous === undefined}
          onClick={() => go(previous)}
        />
      </Tooltip>
      <span className="cw-figures" style={{ color: 'var(--cw-soft)' }}>
        {place} / {total}
      </span>
      <Tooltip title={t('show.next')}>
        <Button
          icon={<RightOutlined />}
          aria-label={t('show.next')}
          disabled={next === undefined}
          onClick={() => go(next)}
        />
      </Tooltip>
    </nav>
  );
}
