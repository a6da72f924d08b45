import { useTranslation } from 'react-i18next';
import type { FlowStepView, FlowView } from '#contract/approvals/flow-view.ts';
import { Countdown, FlightTime } from '#web/ui/flight-time.tsx';
import '#web/ui/style/document.css';

export const stepSigns: Record<FlowStepView['state'], string> = {
  done: '✓',
  waiting: '◔',
  rejected: '✕',
  ahead: '○',
  ended: '–',
};

/** The steps of a flow one after the other, each with its decisions. */
export function FlowStepList({ flow }: { flow: FlowView }) {
  return (
    <ol className="plan-steps" aria-label={flow.kindText}>
      {flow.steps.map((step) => (
        <Step key={step.index} step={step} />
      ))}
    </ol>
  );
}

function Step({ step }: { step: FlowStepView }) {
  const { t } = useTranslation();
  const people = step.assignees.length > 0 ? step.assignees : step.who;
  return (
    <li data-state={step.state} aria-current={step.state === 'waiting' ? 'step' : undefined}>
      <span className="plan-step-sign" aria-hidden="true">
        {stepSigns[step.state]}
      </span>
      <div className="plan-step-body">
        <strong>{step.name}</strong>
        <div className="plan-soft">
          {t(`plan.steps.state.${step.state}`)}
          {people.length > 0 && ` · ${people.join(' / ')}`}
          {step.quorum !== 'any' && ` · ${t(`flow.quorum.${step.quorum}`)}`}
        </div>
        {step.dueAt && <Countdown to={step.dueAt} label={t('plan.steps.due')} />}
        {step.decisions.map((one) => (
          <div key={`${one.at} ${one.byName}`} className="plan-step-decision">
            {t(`flow.decision.${one.decision}`)} · {one.byName === 'system' ? t('form.system') : one.byName} ·{' '}
            <FlightTime at={one.at} />
            {one.comment && <q>{one.comment}</q>}
          </div>
        ))}
      </div>
    </li>
  );
}
