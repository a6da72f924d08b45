import { Card, Empty, Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import type { ShowTabProps } from '#web/engine/show/show-tab.ts';
import { FlowDiagram } from '#web/features/approvals/flow/flow-diagram.tsx';
import { Failure } from '#web/ui/failure.tsx';
import { FlightTime } from '#web/ui/flight-time.tsx';
import { AuditEvents } from './audit-events.tsx';
import { useTimeline } from './audit-queries.ts';
import '#web/ui/style/document.css';
import './audit.css';

/** The approvals of a record: each flow with where it stands or stood, and everything that was done. */
export function ApprovalsTab({ resource, record }: ShowTabProps) {
  const { t } = useTranslation();
  const { data, error, refetch } = useTimeline(resource.name, record.id);
  if (error) return <Failure title={t('audit.desk.readFailed')} error={error} retry={() => void refetch()} />;
  if (!data) return <Skeleton active />;
  if (data.flows.length === 0 && data.events.length === 0) {
    return <Empty description={t('audit.events.none')} />;
  }
  return (
    <div className="audit-stack">
      {data.flows.slice(0, 5).map((flow) => (
        <Card
          key={flow.id}
          size="small"
          title={
            <span className="cw-bar">
              {t(`audit.flow.${flow.state}`)}
              <span className="plan-soft">
                {flow.flowName} {flow.flowVersion !== null && `v${flow.flowVersion}`}
              </span>
              <FlightTime at={flow.startedAt} year />
            </span>
          }
        >
          <FlowDiagram flow={flow} />
        </Card>
      ))}
      <Card size="small" title={t('audit.document.events')}>
        <AuditEvents events={data.events} />
      </Card>
    </div>
  );
}
