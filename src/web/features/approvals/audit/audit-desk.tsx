import { Button, Input, Tabs } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import type { AuditAct, AuditItem } from '#contract/approvals/audit.ts';
import { type AcceptFilter, acceptFilters } from '#domain/approvals/audit.ts';
import type { Resource } from '#domain/record/resource.ts';
import { localText } from '#web/client/clock.ts';
import { useResource } from '#web/client/record-types.ts';
import {
  ApprovalDesk,
  DeskDocument,
  DeskWait,
  type DeskWays,
} from '#web/features/approvals/approval-desk.tsx';
import { NextLimit } from '#web/ui/flight-time.tsx';
import { AuditDialog, type PendingAct, weightOf } from './audit-dialog.tsx';
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
  const change = (values: Record<string, string | null>, replace = false) =>
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
    );
  if (!resource) return null;
  const { items = [], totalCount: total = 0, counts } = inbox.data ?? {};
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
      <ApprovalDesk
        query={inbox}
        failed={t('audit.desk.failed')}
        label={t('audit.desk.queue')}
        items={items}
        line={(item) => <QueueLine resource={resource} item={item} />}
        after={
          items.length < total && (
            <Button block type="link" onClick={() => change({ most: String(most + pageSize) }, true)}>
              {t('audit.desk.more', { shown: items.length, total })}
            </Button>
          )
        }
        empty={t(accept !== '0' || keyword !== '' ? 'audit.desk.none' : 'audit.desk.empty')}
        choose={t('audit.desk.choose')}
        id={id}
        onOpen={(next) => change({ id: next === null ? null : String(next) })}
        document={(record, ways) => <OpenDocument key={record} resource={resource} id={record} {...ways} />}
      />
    </div>
  );
}

interface LineProps {
  resource: Resource;
  item: AuditItem;
}

function QueueLine({ resource, item }: LineProps) {
  const { t } = useTranslation();
  const submitted = item.endedAt ?? item.submittedAt;
  const rest = [
    item.stepCount > 1 ? `${item.stepName} ${item.stepIndex + 1}/${item.stepCount}` : item.stepName,
    item.companyName === item.title ? null : item.companyName,
    item.subtitle,
    item.expiry ? t('audit.desk.expiry', { day: item.expiry }) : null,
    submitted ? localText(submitted).slice(5, 16) : null,
  ]
    .filter(Boolean)
    .join(' · ');
  return (
    <>
      <span className="plan-queue-line">
        <strong className="cw-figures">{item.title}</strong>
        {item.stepDueAt ? (
          <NextLimit limits={[{ to: item.stepDueAt, label: t('plan.steps.due') }]} />
        ) : (
          <AuditStateTag resource={resource} state={item.state} />
        )}
      </span>
      <span className="plan-queue-rest plan-soft" title={rest}>
        {rest}
      </span>
    </>
  );
}

const deskActs: AuditAct[] = ['approve', 'return', 'reassign', 'reject'];

function OpenDocument({ resource, id, ...ways }: { resource: Resource; id: number } & DeskWays) {
  const { t } = useTranslation();
  const { data, error, refetch } = useTimeline(resource.name, id);
  const [pending, setPending] = useState<PendingAct | null>(null);
  if (error || !data) {
    return (
      <DeskWait title={t('audit.desk.readFailed')} error={error} retry={() => void refetch()} {...ways} />
    );
  }
  return (
    <>
      <DeskDocument
        name={data.title}
        actions={deskActs}
        group={t('audit.act.group')}
        nameOf={(act) => t(`audit.action.${act}`)}
        weightOf={weightOf}
        reasonOf={(act) => data.may[act] ?? null}
        approve="approve"
        refuse="reject"
        why={data.stepIndex === null ? null : (data.may.approve ?? null)}
        busy={pending !== null}
        onStart={(act) => setPending({ act, timeline: data })}
        {...ways}
      >
        {(buttons) => <AuditDocument resource={resource} timeline={data} actions={buttons} />}
      </DeskDocument>
      <AuditDialog pending={pending} onClose={() => setPending(null)} onDone={ways.onDecided} />
    </>
  );
}
