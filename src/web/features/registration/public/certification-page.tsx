import { EditOutlined } from '@ant-design/icons';
import { useAbility } from '@casl/react';
import { useOne } from '@refinedev/core';
import { Alert, Button, Card, Skeleton, Steps } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useSearchParams } from 'react-router';
import { auditState } from '#domain/approvals/audit.ts';
import { type Ability, may } from '#domain/identity/access.ts';
import { useResource } from '#web/client/record-types.ts';
import { FilesTab } from '#web/engine/files/files-tab.tsx';
import { RecordFormDrawer } from '#web/engine/form/record-form-drawer.tsx';
import type { Stored } from '#web/engine/form/use-record-editor.ts';
import { FieldGroups, readableGroups } from '#web/engine/show/field-groups.tsx';
import { AuditButtons } from '#web/features/approvals/audit/audit-buttons.tsx';
import { AuditEvents } from '#web/features/approvals/audit/audit-events.tsx';
import { useTimeline } from '#web/features/approvals/audit/audit-queries.ts';
import { AuditStateTag } from '#web/features/approvals/audit/audit-state-tag.tsx';
import { FlowDiagram } from '#web/features/approvals/flow/flow-diagram.tsx';
import { StartSteps } from '#web/features/start/start-steps.tsx';
import { Failure } from '#web/ui/failure.tsx';
import { applicantPlaces, useApplicant } from './applicant-state.ts';
import '#web/ui/style/document.css';
import '#web/engine/show/show.css';

/** How often an applicant's page asks whether it has been decided: they have no connection of their own. */
const askAgainMs = 20_000;

/**
 * `/auth?type=&id=`: where the certification of the applicant's company stands, and what they can do about
 * it.
 */
export function CertificationPage() {
  const [search] = useSearchParams();
  const type = search.get('type');
  if (type === 'aircraft' || type === 'pilot') return <Navigate to={applicantPlaces[type].list} replace />;
  return <Certification />;
}

function Certification() {
  const { t } = useTranslation();
  const resource = useResource('company');
  const ability = useAbility<Ability>();
  const { state, refresh } = useApplicant();
  const { id } = state.company;
  const [editing, setEditing] = useState(false);
  const { query, result: company } = useOne<Stored>({
    resource: 'company',
    id,
    errorNotification: false,
  });
  const { data: timeline, error, refetch } = useTimeline('company', id);
  const reload = query.refetch;

  useEffect(() => {
    const again = () => {
      if (document.visibilityState === 'hidden') return;
      refresh();
      void refetch();
      void reload();
    };
    const timer = setInterval(again, askAgainMs);
    return () => clearInterval(timer);
  }, [refresh, refetch, reload]);

  const failed = error ?? query.error;
  if (failed) {
    return (
      <Failure
        title={t('audit.desk.readFailed')}
        error={failed}
        retry={() => void Promise.all([refetch(), reload()])}
      />
    );
  }
  if (!resource || !company || !timeline) return <Skeleton active paragraph={{ rows: 8 }} />;
  const waiting = timeline.state === auditState.waiting;
  const mayEdit = !waiting && may(ability, 'update', 'company', company);
  const [flow] = timeline.flows;
  return (
    <>
      <div className="cw-bar">
        <h1 className="cw-title">{t('register.applicant.company')}</h1>
        <span aria-live="polite">
          <AuditStateTag resource={resource} state={timeline.state} />
        </span>
        <span className="cw-grow" />
        <AuditButtons timeline={timeline} acts={['submit', 'withdraw']} quiet onDone={refresh} />
      </div>
      <Steps
        size="small"
        responsive
        current={waiting ? 2 : 1}
        status={
          timeline.state === auditState.refused || timeline.state === auditState.returned
            ? 'error'
            : 'process'
        }
        items={[
          { title: t('register.steps.registered') },
          { title: t('register.steps.papers') },
          { title: t('register.steps.waiting') },
          { title: t('register.steps.signIn') },
        ]}
      />
      <Where state={timeline.state} opinion={timeline.opinion} />
      <StartSteps
        open={[
          ['papers', '#papers'],
          ['aircraft', applicantPlaces.aircraft.list],
          ['pilots', applicantPlaces.pilot.list],
        ]}
      />
      <Card
        size="small"
        title={t('register.applicant.facts')}
        extra={
          mayEdit && (
            <Button icon={<EditOutlined />} onClick={() => setEditing(true)}>
              {t('register.applicant.edit')}
            </Button>
          )
        }
      >
        <FieldGroups resource={resource} record={company} groups={readableGroups(resource, ability)} />
      </Card>
      <Card size="small" id="papers" title={t('register.applicant.files')}>
        {mayEdit && <p className="register-hint">{t('register.applicant.filesHint')}</p>}
        <FilesTab resource={resource} record={company} />
      </Card>
      {flow && (
        <Card size="small" title={t('audit.document.steps')}>
          <FlowDiagram flow={flow} />
        </Card>
      )}
      <Card size="small" title={t('audit.document.events')}>
        <AuditEvents events={timeline.events} />
      </Card>
      {editing && (
        <RecordFormDrawer
          resource={resource}
          id={id}
          onClose={() => setEditing(false)}
          onSaved={() => {
            setEditing(false);
            void reload();
          }}
        />
      )}
    </>
  );
}

interface WhereProps {
  state: number;
  opinion: string | null;
}

/** In one sentence: what has happened, and what is to be done next. */
function Where({ state, opinion }: WhereProps) {
  const { t } = useTranslation();
  if (state === auditState.waiting)
    return <Alert type="info" showIcon message={t('register.where.waiting')} />;
  if (state === auditState.refused || state === auditState.returned) {
    const key = state === auditState.refused ? 'register.where.refused' : 'register.where.returned';
    return (
      <Alert
        type="warning"
        showIcon
        message={t(key)}
        description={opinion && t('register.where.opinion', { opinion })}
      />
    );
  }
  return <Alert type="info" showIcon message={t('register.where.draft')} />;
}
