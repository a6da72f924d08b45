import { Alert } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { AuditTimeline } from '#contract/approvals/audit.ts';
import { auditState, auditStateOf } from '#domain/approvals/audit.ts';
import { useLabel } from '#web/client/locale.ts';
import type { ShowTabProps } from '#web/engine/show/show-tab.ts';
import { Countdown } from '#web/ui/flight-time.tsx';
import { AuditButtons } from './audit-buttons.tsx';
import { deskPathOf } from './audit-desk-paths.ts';
import { useLiveAudits, useTimeline } from './audit-queries.ts';
import '#web/ui/style/document.css';
import './audit.css';
import { expiryOf } from '#web/ui/expiry-date.tsx';

const tones: Record<number, 'info' | 'success' | 'warning' | 'error'> = {
  [auditState.notSubmitted]: 'info',
  [auditState.accepted]: 'success',
  [auditState.refused]: 'error',
  [auditState.waiting]: 'info',
  [auditState.returned]: 'warning',
  [auditState.expired]: 'warning',
};

/** Above a record of an audited type: where it stands, why it cannot be changed now, and what one may do about it. */
export function AuditNotice({ resource, record }: ShowTabProps) {
  const { t } = useTranslation();
  useLiveAudits();
  const { data } = useTimeline(resource.name, record.id);
  if (!data) return null;
  const soon = soonPapers(data);
  if (data.state === auditState.accepted && soon.length === 0) return null;
  const [flow] = data.flows;
  const step = flow?.state === 'running' ? flow.steps[flow.stepIndex] : undefined;
  const waiting = data.state === auditState.waiting;
  const desk = deskPathOf(resource.name);
  const papers = data.papers.filter(({ expired }) => expired).map(({ label }) => label);
  return (
    <Alert
      type={data.state === auditState.accepted ? 'warning' : (tones[data.state] ?? 'info')}
      showIcon
      message={
        <div className="audit-notice">
          <span>
            {waiting
              ? t('audit.notice.waiting', { step: step?.name ?? '' })
              : data.state === auditState.accepted
                ? t('audit.notice.soon', { papers: soon.join(t('audit.notice.comma')) })
                : t(`audit.notice.${data.state}`)}
          </span>
          {step && <Countdown to={step.dueAt} label={t('plan.steps.due')} />}
          <AuditButtons timeline={data} acts={['submit', 'withdraw']} quiet />
          {waiting && data.mine && desk && (
            <Link to={`${desk}?id=${record.id}`}>{t('audit.notice.decide')}</Link>
          )}
        </div>
      }
      description={describe(data, papers, t)}
    />
  );
}

/** The same above its form, where an accepted record says what a change would undo. */
export function AuditFormNotice({ resource, record }: ShowTabProps) {
  const { t } = useTranslation();
  const label = useLabel();
  const { approval } = resource;
  if (!approval) return null;
  if (auditStateOf(approval, record) !== auditState.accepted) {
    return <AuditNotice resource={resource} record={record} />;
  }
  const fields = approval.matters.map((field) =>
    label(resource.schema.properties[field]?.['x-label'], field),
  );
  return (
    <Alert
      type="info"
      showIcon
      message={t('audit.notice.undone')}
      description={t('audit.notice.matters', { fields: fields.join(t('audit.notice.comma')) })}
    />
  );
}

function describe(
  { state, opinion, may }: AuditTimeline,
  papers: string[],
  t: (key: string, values?: Record<string, string>) => string,
): string | undefined {
  if (state === auditState.waiting) return t('audit.notice.locked');
  const parts = [
    opinion && (state === auditState.refused || state === auditState.returned)
      ? t('audit.notice.opinion', { opinion })
      : null,
    papers.length > 0 ? t('audit.notice.papers', { papers: papers.join(t('audit.notice.comma')) }) : null,
    papers.length === 0 && typeof may.submit === 'string' && state !== auditState.accepted
      ? may.submit
      : null,
  ].filter((part) => part !== null);
  return parts.length > 0 ? parts.join(' ') : undefined;
}

function soonPapers({ papers }: AuditTimeline): string[] {
  return papers
    .filter(({ until }) => expiryOf(until) === 'soon')
    .map(({ label, until }) => `${label} ${until}`);
}
