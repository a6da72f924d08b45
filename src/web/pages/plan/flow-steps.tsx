import { useTranslation } from 'react-i18next';
import { Countdown, FlightTime } from './flight-time.tsx';
import type { FlowStepView, FlowView } from './plan-types.ts';

const signs: Record<FlowStepView['state'], string> = {
  done: '✓',
  waiting: '◔',
  rejected: '✕',
  ahead: '○',
  ended: '–',
};

/** The flows of a plan as a row of steps: what is decided, what waits, what is still ahead. */
export function FlowSteps({ flows }: { flows: FlowView[] }) {
  const { t } = useTranslation();
  if (flows.length === 0) return <p className="plan-soft">{t('plan.steps.none')}</p>;
  return (
    <div className="plan-flows">
      {flows.map((flow) => (
        <section key={flow.id} aria-label={flow.kindText}>
          <h3 className="plan-flow-title">
            {flow.kindText}
            {flow.takenByName && (
              <span className="plan-soft"> · {t('plan.steps.taken', { name: flow.takenByName })}</span>
            )}
          </h3>
          <ol className="plan-steps">
            {flow.steps.map((step) => (
              <Step key={step.index} step={step} />
            ))}
          </ol>
        </section>
      ))}
    </div>
  );
}

function Step({ step }: { step: FlowStepView }) {
  const { t } = useTranslation();
  return (
    <li data-state={step.state} aria-current={step.state === 'waiting' ? 'step' : undefined}>
      <span className="plan-step-sign" aria-hidden="true">
        {signs[step.state]}
      </span>
      <div className="plan-step-body">
        <strong>{step.name}</strong>
        <div className="plan-soft">
          {t(`plan.steps.state.${step.state}`)}
          {step.roles.length > 0 && ` · ${step.roles.join(' / ')}`}
        </div>
        {step.dueAt && <Countdown to={step.dueAt} label={t('plan.steps.due')} />}
        {step.decisions.map((one) => (
          <div key={`${one.at} ${one.byName}`} className="plan-step-decision">
            {t(`plan.action.${one.decision}`)} · {one.byName ?? t('plan.records.system')} ·{' '}
            <FlightTime at={one.at} />
            {one.comment && <q>{one.comment}</q>}
          </div>
        ))}
      </div>
    </li>
  );
}
