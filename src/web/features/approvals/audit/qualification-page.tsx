import { EditOutlined } from '@ant-design/icons';
import { useAbility } from '@casl/react';
import { useList } from '@refinedev/core';
import { Alert, Button, Card, Empty, Select, Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { auditState } from '#domain/approvals/audit.ts';
import { type Ability, may } from '#domain/identity/access.ts';
import type { Resource } from '#domain/record/resource.ts';
import { stringOf } from '#domain/text/narrow.ts';
import type { RequestError } from '#web/client/http.ts';
import { useResource } from '#web/client/record-types.ts';
import { currentUser } from '#web/client/session.ts';
import { useStore } from '#web/client/store.ts';
import { type RecordValues, titleOf } from '#web/engine/labels.ts';
import { FieldGroups, readableGroups } from '#web/engine/show/field-groups.tsx';
import { FlowDiagram } from '#web/features/approvals/flow/flow-diagram.tsx';
import { StartSteps } from '#web/features/start/start-steps.tsx';
import { Failure } from '#web/ui/failure.tsx';
import { AuditButtons } from './audit-buttons.tsx';
import { AuditEvents } from './audit-events.tsx';
import { useLiveAudits, useTimeline } from './audit-queries.ts';
import { AuditStateTag } from './audit-state-tag.tsx';
import '#web/ui/style/document.css';
import '#web/engine/show/show.css';
import './audit.css';

type Company = RecordValues & { id: number };

/**
 * The certification of one's own company: where it stands, what was said, until when it holds, and its
 * submission.
 */
export function QualificationPage() {
  const { t } = useTranslation();
  const resource = useResource('company');
  const actor = useStore(currentUser)?.actor;
  const [search, setSearch] = useSearchParams();
  // Whoever is bound to companies sees their own or those they serve; a body sees all and chooses.
  const own = actor?.companyId ?? null;
  const { query, result } = useList<Company, RequestError>({
    resource: 'company',
    pagination: { pageSize: 200 },
    sorters: [{ field: 'name', order: 'asc' }],
    errorNotification: false,
  });
  if (!resource) return null;
  const companies = result.data ?? [];
  const wanted = Number(search.get('id')) || own || companies[0]?.id;
  const company = companies.find(({ id }) => id === wanted);
  return (
    <div className="cw-page audit-stack">
      <header className="cw-bar">
        <h1 className="cw-title">{t('audit.page.qualification')}</h1>
        <span className="cw-grow" />
        {companies.length > 1 && (
          <Select
            showSearch
            optionFilterProp="label"
            aria-label={t('audit.qualification.choose')}
            style={{ minWidth: 260 }}
            value={company?.id}
            onChange={(id: number) => setSearch({ id: String(id) })}
            options={companies.map((one) => ({ value: one.id, label: titleOf(resource, one) }))}
          />
        )}
      </header>
      {query.isError ? (
        <Failure title={t('form.readFailed')} error={query.error} retry={() => void query.refetch()} />
      ) : query.isLoading ? (
        <Skeleton active paragraph={{ rows: 8 }} />
      ) : company ? (
        <Certification key={company.id} resource={resource} company={company} own={company.id === own} />
      ) : (
        <Empty description={t('audit.qualification.none')} />
      )}
    </div>
  );
}

interface CertificationProps {
  resource: Resource;
  company: Company;
  /** It is the company of whoever looks. */
  own: boolean;
}

function Certification({ resource, company, own }: CertificationProps) {
  const { t } = useTranslation();
  const ability = useAbility<Ability>();
  useLiveAudits();
  const { data, error, refetch } = useTimeline('company', company.id);
  if (error) return <Failure title={t('audit.desk.readFailed')} error={error} retry={() => void refetch()} />;
  if (!data) return <Skeleton active paragraph={{ rows: 8 }} />;
  const [flow] = data.flows;
  const waiting = data.state === auditState.waiting;
  const until = stringOf(company.validUntil);
  const mayEdit = may(ability, 'update', 'company', company);
  return (
    <>
      <div className="plan-state-line">
        <strong>{titleOf(resource, company)}</strong>
        <div aria-live="polite">
          <AuditStateTag resource={resource} state={data.state} />
        </div>
        <span>
          <span className="plan-soft">{t('audit.qualification.until')} </span>
          <span className="cw-figures">{until ?? t('audit.qualification.unlimited')}</span>
        </span>
        {data.papers
          .filter(({ field }) => field !== 'validUntil')
          .map((paper) => (
            <span key={paper.field} className={paper.expired ? 'plan-late' : undefined}>
              <span className={paper.expired ? undefined : 'plan-soft'}>{paper.label} </span>
              <span className="cw-figures">{paper.until}</span>
              {paper.expired && ` ${t('audit.document.expired')}`}
            </span>
          ))}
        <span className="cw-grow" />
        <AuditButtons timeline={data} acts={['submit', 'withdraw']} quiet />
        {mayEdit && !waiting && (
          <Link to={`${resource.path}/${company.id}/edit`}>
            <Button icon={<EditOutlined />} tabIndex={-1}>
              {t('list.edit')}
            </Button>
          </Link>
        )}
      </div>
      {data.opinion && (
        <Alert
          type={data.state === auditState.accepted ? 'success' : 'warning'}
          showIcon
          message={t('audit.notice.opinion', { opinion: data.opinion })}
        />
      )}
      {waiting && <Alert type="info" showIcon message={t('audit.notice.locked')} />}
      {own && (
        <StartSteps
          open={[
            ['papers', `${resource.path}/${company.id}?tab=files`],
            ['aircraft', '/baseManage/aircraftManage'],
            ['pilots', '/baseManage/pilotManage'],
            ['landingPoints', '/baseManage/takeoffLandingPoint'],
            ['firstPlan', '/navigation/addNavPlan'],
          ]}
        />
      )}
      {flow && (
        <Card size="small" title={t('audit.document.steps')}>
          <FlowDiagram flow={flow} />
        </Card>
      )}
      <FieldGroups resource={resource} record={company} groups={readableGroups(resource, ability)} />
      <Card size="small" title={t('audit.document.events')}>
        <AuditEvents events={data.events} />
      </Card>
    </>
  );
}
