import { useAbility } from '@casl/react';
import { useOne } from '@refinedev/core';
import { Alert, Card, Segmented, Skeleton } from 'antd';
import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Ability } from '#domain/identity/access.ts';
import type { Resource } from '#domain/record/resource.ts';
import type { RequestError } from '#web/client/http.ts';
import { opensScreen } from '#web/client/screens.ts';
import type { RecordValues } from '#web/engine/labels.ts';
import { NamedValue } from '#web/engine/named-value.tsx';
import { ChangeTable } from '#web/engine/show/change-values.tsx';
import { FieldGroups, readableGroups } from '#web/engine/show/field-groups.tsx';
import type { ShowTab, ShowTabProps } from '#web/engine/show/show-tab.ts';
import { showTabs } from '#web/engine/show-tabs.ts';
import { FlowDiagram } from '#web/features/approvals/flow/flow-diagram.tsx';
import { stepSigns } from '#web/features/approvals/flow/flow-step-list.tsx';
import { Failure } from '#web/ui/failure.tsx';
import { Countdown, FlightTime } from '#web/ui/flight-time.tsx';
import '#web/engine/show/show.css';
import type { AuditTimeline } from '#contract/approvals/audit.ts';
import { ApplicantPhone } from './applicant-phone.tsx';
import { AuditEvents } from './audit-events.tsx';
import { AuditStateTag } from './audit-state-tag.tsx';
import { decisionPanels } from './decision-panels.ts';

interface Props {
  resource: Resource;
  timeline: AuditTimeline;
  /** The decisions on it. */
  actions: ReactNode;
}

/** A record as who decides on it sees it: where it stands, what has changed, its fields, files and steps. */
export function AuditDocument({ resource, timeline, actions }: Props) {
  const { t } = useTranslation();
  const [flow] = timeline.flows;
  const Judgement = decisionPanels.get(resource.name);
  return (
    <div className="plan-document audit-stack">
      <StandLine resource={resource} timeline={timeline} />
      {resource.name === 'company' && <ApplicantPhone company={timeline.id} />}
      {actions}
      <Papers timeline={timeline} />
      {flow && <StepLine flow={flow} />}
      {Judgement && timeline.stepIndex !== null && (
        <Suspense fallback={<Skeleton active />}>
          <Judgement id={timeline.id} />
        </Suspense>
      )}
      <Differences resource={resource} timeline={timeline} />
      <RecordTabs resource={resource} timeline={timeline} />
      <Card size="small" title={t('audit.document.events')}>
        <AuditEvents events={timeline.events} />
      </Card>
    </div>
  );
}

/** Where it stands, its clock, its papers and the opinion of who decided last. */
function StandLine({ resource, timeline }: Pick<Props, 'resource' | 'timeline'>) {
  const { t } = useTranslation();
  const [flow] = timeline.flows;
  const step = flow?.state === 'running' ? flow.steps[flow.stepIndex] : undefined;
  return (
    <>
      <div className="plan-state-line">
        <div aria-live="polite">
          <AuditStateTag resource={resource} state={timeline.state} />
        </div>
        {step && <Countdown to={step.dueAt} label={`${step.name} · ${t('plan.steps.due')}`} />}
        {flow?.startedAt && (
          <span>
            <span className="plan-soft">
              {t('audit.desk.submitted', { who: flow.applicantName ?? t('form.system') })}{' '}
            </span>
            <FlightTime at={flow.startedAt} />
          </span>
        )}
        {opensScreen(resource, 'show') && (
          <Link to={`${resource.path}/${timeline.id}`}>{t('audit.document.open')}</Link>
        )}
      </div>
      {flow?.comment && flow.state === 'running' && (
        <Alert
          type="info"
          message={t('audit.document.said', { who: flow.applicantName ?? '', comment: flow.comment })}
        />
      )}
    </>
  );
}

/** The papers with their last days, the first to end first: what an audit looks at before all else. */
function Papers({ timeline }: Pick<Props, 'timeline'>) {
  const { t } = useTranslation();
  const papers = timeline.papers.toSorted((a, b) => a.until.localeCompare(b.until));
  if (papers.length === 0) return null;
  return (
    <Card size="small" title={t('audit.document.papers')}>
      <dl className="audit-papers">
        {papers.map((paper) => (
          <div key={paper.field} data-expired={paper.expired || undefined}>
            <dt>{paper.label}</dt>
            <dd className="cw-figures">
              {paper.expired && <span aria-hidden="true">✕ </span>}
              {paper.until} {paper.expired && t('audit.document.expired')}
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

/** The steps as one line; the diagram opens below it. */
function StepLine({ flow }: { flow: AuditTimeline['flows'][number] }) {
  const { t } = useTranslation();
  return (
    <details className="audit-steps">
      <summary>
        <span className="plan-soft">{t('audit.document.steps')}</span>{' '}
        {flow.steps.map((step, index) => (
          <span
            key={step.index}
            data-state={step.state}
            aria-current={step.state === 'waiting' ? 'step' : undefined}
          >
            {index > 0 && <span aria-hidden="true"> → </span>}
            <span aria-hidden="true">{stepSigns[step.state]} </span>
            {step.name}
            <span className="cw-hidden"> {t(`plan.steps.state.${step.state}`)}</span>
          </span>
        ))}
      </summary>
      <FlowDiagram flow={flow} />
    </details>
  );
}

/** What became of the fields since the record was last accepted: this is what there is to judge. */
function Differences({ resource, timeline }: Pick<Props, 'resource' | 'timeline'>) {
  const { t } = useTranslation();
  const { baseline, changes } = timeline;
  if (!baseline) return <Alert type="info" showIcon message={t('audit.document.first')} />;
  return (
    <Card
      size="small"
      title={
        <>
          {t('audit.document.changes', { count: changes.length })}{' '}
          <span className="plan-soft">
            {t('audit.document.since', { who: baseline.byName ?? t('form.system') })}{' '}
            <FlightTime at={baseline.at} year />
          </span>
        </>
      }
    >
      {changes.length === 0 ? (
        <p className="plan-soft" style={{ margin: 0 }}>
          {t('audit.document.unchanged')}
        </p>
      ) : (
        <ChangeTable
          resource={resource}
          changes={changes}
          before={t('audit.document.then')}
          after={t('audit.document.now')}
        />
      )}
    </Card>
  );
}

type Stored = RecordValues & { id: number };

/** The record's own fields, the changed ones marked, and the tabs of its page beside them. */
function RecordTabs({ resource, timeline }: Pick<Props, 'resource' | 'timeline'>) {
  const { t } = useTranslation();
  const ability = useAbility<Ability>();
  const [part, setPart] = useState('fields');
  const { query, result: record } = useOne<Stored, RequestError>({
    resource: resource.name,
    id: timeline.id,
    errorNotification: false,
  });
  if (query.isError) return <Failure title={t('form.readFailed')} error={query.error} />;
  if (!record) return <Skeleton active paragraph={{ rows: 6 }} />;
  const was = new Map(timeline.changes.map(({ field, before }) => [field, before]));
  const tabs = showTabs.filter(
    ({ key, when }) => key !== 'approvals' && (when?.({ resource, record }) ?? true),
  );
  const open = tabs.find(({ key }) => key === part);
  return (
    <>
      <div className="audit-scroll">
        <Segmented
          aria-label={t('audit.document.parts')}
          value={open ? open.key : 'fields'}
          onChange={setPart}
          options={[
            { value: 'fields', label: t('audit.document.record') },
            ...tabs.map(({ key, titleKey }) => ({ value: key, label: t(titleKey) })),
          ]}
        />
      </div>
      {open ? (
        <LazyTab key={open.key} load={open.load} resource={resource} record={record} />
      ) : (
        <FieldGroups
          resource={resource}
          record={record}
          groups={readableGroups(resource, ability)}
          note={(field) =>
            was.has(field) ? (
              <span className="audit-was">
                <span aria-hidden="true">◆ </span>
                {t('audit.document.was')}{' '}
                <NamedValue resource={resource} field={field} value={was.get(field)} />
              </span>
            ) : null
          }
        />
      )}
    </>
  );
}

function LazyTab({ load, ...props }: ShowTabProps & Pick<ShowTab, 'load'>) {
  const Tab = useMemo(() => lazy(load), [load]);
  return (
    <Suspense fallback={<Skeleton active />}>
      <Tab {...props} />
    </Suspense>
  );
}
