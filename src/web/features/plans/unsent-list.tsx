import { Alert, Button, Popconfirm } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FlightTime } from '#web/ui/flight-time.tsx';
import { type PendingPlanAct, PlanActDialog } from './plan-act-dialog.tsx';
import { reportQueue, type UnsentReport } from './unsent-reports.ts';
import '#web/ui/style/document.css';

interface Props {
  reports: readonly UnsentReport[];
  send: () => void;
}

/** Reports that the server has not taken: sent now, corrected or dropped. */
export function UnsentList({ reports, send }: Props) {
  const { t } = useTranslation();
  return (
    <section
      style={{ padding: 12, maxHeight: '45vh', overflow: 'auto', flexShrink: 0 }}
      aria-label={t('plan.unsent.title')}
    >
      <h2 className="plan-section">
        {t('plan.unsent.title')} <span className="plan-soft">{reports.length}</span>
      </h2>
      <ul className="plan-rows">
        {reports.map((report) => (
          <OneUnsent key={report.key} report={report} send={send} />
        ))}
      </ul>
    </section>
  );
}

function OneUnsent({ report, send }: { report: UnsentReport; send: () => void }) {
  const { t } = useTranslation();
  const { key, action, plan, input, refusal, madeAt } = report;
  const [pending, setPending] = useState<PendingPlanAct | null>(null);
  const name = plan.callsign ?? plan.planNumber;
  return (
    <li data-plan={plan.planNumber} data-unsent={refusal === null ? 'waiting' : 'refused'}>
      <div className="plan-row-main">
        <strong className="cw-figures">{name}</strong>{' '}
        <span className="plan-soft cw-figures">{plan.planNumber}</span>
        <div>
          {t(`plan.action.${action}`)} <FlightTime at={input.at ?? null} />
          <span className="plan-soft">
            {' '}
            · {t('plan.unsent.made')} <FlightTime at={madeAt} />
          </span>
        </div>
        {refusal === null ? (
          <div className="plan-soft">
            <span aria-hidden="true">◔ </span>
            {t('plan.unsent.waits')}
          </div>
        ) : (
          <Alert type="error" showIcon message={t('plan.unsent.refused')} description={refusal} />
        )}
      </div>
      <div className="plan-row-acts">
        {refusal === null ? (
          <Button size="small" onClick={send}>
            {t('plan.unsent.send')}
          </Button>
        ) : (
          <Button
            size="small"
            type="primary"
            aria-haspopup="dialog"
            onClick={() => setPending({ action, plan, stepIndex: null, given: input, replaces: key })}
          >
            {t('plan.unsent.correct')}
          </Button>
        )}
        <Popconfirm
          title={t('plan.unsent.dropSure', { action: t(`plan.action.${action}`), name })}
          okText={t('plan.unsent.drop')}
          cancelText={t('shell.cancel')}
          onConfirm={() => reportQueue.drop(key)}
        >
          <Button size="small" danger>
            {t('plan.unsent.drop')}
          </Button>
        </Popconfirm>
      </div>
      <PlanActDialog pending={pending} onClose={() => setPending(null)} />
    </li>
  );
}
