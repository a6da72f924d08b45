import { ArrowLeftOutlined } from '@ant-design/icons';
import { Button, Empty, Input, Skeleton, Tabs } from 'antd';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import type { AuditAct, AuditItem } from '#contract/approvals/audit.ts';
import { type AcceptFilter, acceptFilters } from '#domain/approvals/audit.ts';
import type { Resource } from '#domain/record/resource.ts';
import { useResource } from '#web/client/record-types.ts';
import { useIsMobile } from '#web/ui/appearance.ts';
import { useDeskKeys } from '#web/ui/desk-keys.ts';
import { Failure } from '#web/ui/failure.tsx';
import { Countdown, FlightTime } from '#web/ui/flight-time.tsx';
import { AuditDialog, type PendingAct } from './audit-dialog.tsx';
import { AuditDocument } from './audit-document.tsx';
import { useAuditInbox, useLiveAudits, useTimeline } from './audit-queries.ts';
import { AuditStateTag } from './audit-state-tag.tsx';
import '#web/ui/style/document.css';
import './audit.css';

const pageSize = 50;
const orderOfFilters: (AcceptFilter | 'all')[] = ['0', '-1', '1', '2', '3', 'all'];

/** The auditor's desk for the records of one type: the queue by its clock, and the document that is open. */
export function AuditDesk({ resource: name }: { resource: string }) {
  const { t } = useTranslation();
  const resource = useResource(name);
  const [search, setSearch] = useSearchParams();
  useLiveAudits();
  const wanted = search.get('accept') ?? '0';
  const accept = acceptFilters.find((one) => one === wanted);
  const keyword = search.get('q') ?? '';
  const most = Math.max(pageSize, Number(search.get('most')) || 0);
  const id = Number(search.get('id')) || null;
  const inbox = useAuditInbox({ resource: name, accept, most, ...(keyword ? { keyword } : {}) });
  const change = useCallback(
    (values: Record<string, string | null>, replace = false) =>
      setSearch(
        (before) => {
          const next = new URLSearchParams(before);
          for (const [key, value] of Object.entries(values)) {
            if (value === null || value === '') next.delete(key);
            else next.set(key, value);
          }
          return next;
        },
        { replace },
      ),
    [setSearch],
  );
  const items = inbox.data?.items ?? [];
  const open = useCallback(
    (next: number | null) => change({ id: next === null ? null : String(next) }),
    [change],
  );
  const step = useCallback(
    (by: 1 | -1) => {
      const place = items.findIndex((item) => item.id === id);
      const next = items[place === -1 ? 0 : place + by];
      if (next) open(next.id);
    },
    [items, id, open],
  );
  if (!resource) return null;
  const counts = inbox.data?.counts;
  return (
    <div className="plan-desk" data-tab="inbox">
      <header className="cw-bar plan-desk-head">
        <h1 className="cw-title">{t(`audit.page.${name}`)}</h1>
        <div className="audit-scroll">
          <Tabs
            size="small"
            activeKey={accept ?? 'all'}
            onChange={(key) => change({ accept: key === '0' ? null : key, id: null, most: null })}
            items={orderOfFilters.map((key) => ({
              key,
              label:
                t(key === 'all' ? 'audit.desk.all' : `audit.accept.${key}`) +
                (counts ? ` ${counts[key]}` : ''),
            }))}
          />
        </div>
        <span className="cw-grow" />
        <Input.Search
          key={keyword}
          allowClear
          defaultValue={keyword}
          placeholder={t('audit.desk.search')}
          aria-label={t('audit.desk.search')}
          style={{ maxWidth: 260 }}
          onSearch={(words) => change({ q: words.trim(), id: null })}
        />
      </header>
      {inbox.error ? (
        <div className="plan-desk-body">
          <Failure title={t('audit.desk.failed')} error={inbox.error} retry={() => void inbox.refetch()} />
        </div>
      ) : inbox.data ? (
        <Columns
          resource={resource}
          items={items}
          total={inbox.data.totalCount}
          id={id}
          filtered={accept !== '0' || keyword !== ''}
          onOpen={open}
          onStep={step}
          onMore={() => change({ most: String(most + pageSize) }, true)}
        />
      ) : (
        <div className="plan-desk-body">
          <Skeleton active paragraph={{ rows: 8 }} />
        </div>
      )}
    </div>
  );
}

/** Nothing is open yet: J opens the first, as it goes on from there. */
function NoneOpen({ some, onFirst }: { some: boolean; onFirst: () => void }) {
  const { t } = useTranslation();
  useDeskKeys({ j: onFirst }, some);
  return (
    <div className="plan-open" data-empty="true">
      <Empty description={t(some ? 'audit.desk.choose' : 'audit.desk.allDone')} style={{ marginTop: 80 }}>
        {some && (
          <Button type="primary" onClick={onFirst}>
            {t('audit.desk.first')}
          </Button>
        )}
      </Empty>
    </div>
  );
}

interface ColumnsProps {
  resource: Resource;
  items: AuditItem[];
  total: number;
  id: number | null;
  filtered: boolean;
  onOpen: (id: number | null) => void;
  onStep: (by: 1 | -1) => void;
  onMore: () => void;
}

function Columns({ resource, items, total, id, filtered, onOpen, onStep, onMore }: ColumnsProps) {
  const { t } = useTranslation();
  const mobile = useIsMobile();
  const queue = (
    <nav className="plan-queue" aria-label={t('audit.desk.queue')}>
      {items.length === 0 ? (
        <Empty description={t(filtered ? 'audit.desk.none' : 'audit.desk.empty')} style={{ padding: 24 }} />
      ) : (
        <ul>
          {items.map((item) => (
            <li key={item.flowInstance}>
              <QueueLine
                resource={resource}
                item={item}
                current={item.id === id}
                onOpen={() => onOpen(item.id)}
              />
            </li>
          ))}
        </ul>
      )}
      {items.length < total && (
        <Button block type="link" onClick={onMore}>
          {t('audit.desk.more', { shown: items.length, total })}
        </Button>
      )}
    </nav>
  );
  const document =
    id === null ? (
      <NoneOpen some={items.length > 0} onFirst={() => onStep(1)} />
    ) : (
      <OpenDocument
        key={id}
        resource={resource}
        id={id}
        onStep={onStep}
        onBack={mobile ? () => onOpen(null) : undefined}
      />
    );
  if (mobile) return id === null ? queue : document;
  return (
    <div className="plan-desk-columns">
      {queue}
      {document}
    </div>
  );
}

function QueueLine({
  resource,
  item,
  current,
  onOpen,
}: {
  resource: Resource;
  item: AuditItem;
  current: boolean;
  onOpen: () => void;
}) {
  const { t } = useTranslation();
  return (
    <button type="button" aria-current={current} data-record={item.id} onClick={onOpen}>
      <span className="plan-queue-line">
        {item.stepDueAt ? (
          <Countdown to={item.stepDueAt} />
        ) : (
          <FlightTime at={item.endedAt ?? item.submittedAt} />
        )}
        <span className="plan-soft">
          {item.stepName}
          {item.stepCount > 1 && ` ${item.stepIndex + 1}/${item.stepCount}`}
        </span>
      </span>
      <strong className="cw-figures">{item.title}</strong>
      <span>
        {[item.companyName === item.title ? null : item.companyName, item.subtitle]
          .filter(Boolean)
          .join(' · ')}
      </span>
      <span className="plan-queue-line plan-soft">
        {t('audit.desk.submitted', { who: item.applicantName ?? t('form.system') })}
        <FlightTime at={item.submittedAt} />
      </span>
      <span>
        <AuditStateTag resource={resource} state={item.state} />
      </span>
    </button>
  );
}

const deskActs: AuditAct[] = ['return', 'reject', 'reassign', 'approve'];

interface OpenProps {
  resource: Resource;
  id: number;
  onStep: (by: 1 | -1) => void;
  onBack: (() => void) | undefined;
}

function OpenDocument({ resource, id, onStep, onBack }: OpenProps) {
  const { t } = useTranslation();
  const timeline = useTimeline(resource.name, id);
  const [pending, setPending] = useState<PendingAct | null>(null);
  const busy = pending !== null;
  const { data } = timeline;
  const start = (act: AuditAct) => {
    if (data && data.may[act] === null) setPending({ act, timeline: data });
  };
  useDeskKeys(
    {
      j: () => onStep(1),
      k: () => onStep(-1),
      a: () => start('approve'),
      r: () => start('reject'),
    },
    !busy,
  );
  const back = onBack && (
    <Button icon={<ArrowLeftOutlined />} onClick={onBack}>
      {t('audit.desk.back')}
    </Button>
  );
  if (timeline.error) {
    return (
      <div className="plan-open">
        {back}
        <Failure
          title={t('audit.desk.readFailed')}
          error={timeline.error}
          retry={() => void timeline.refetch()}
        />
      </div>
    );
  }
  if (!data) {
    return (
      <div className="plan-open">
        <Skeleton active paragraph={{ rows: 10 }} />
      </div>
    );
  }
  return (
    <section className="plan-open" aria-label={data.title}>
      <header className="cw-bar">
        {back}
        <h2 className="cw-title cw-figures">{data.title}</h2>
        <span className="cw-grow" />
        {!onBack && <span className="plan-soft">{t('audit.desk.keys')}</span>}
      </header>
      <AuditDocument resource={resource} timeline={data} acts={deskActs} onAct={start} />
      <AuditDialog
        pending={pending}
        onClose={() => setPending(null)}
        // The next in the queue comes up by itself where this one no longer waits for me.
        onDone={() => onStep(1)}
      />
    </section>
  );
}
