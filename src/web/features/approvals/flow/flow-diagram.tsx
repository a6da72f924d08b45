import { Skeleton } from 'antd';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { FlowStepView, FlowView } from '#contract/approvals/flow-view.ts';
import { localText } from '#web/client/clock.ts';
import { useIsMobile } from '#web/ui/appearance.ts';
import { FlowStepList, stepSigns } from './flow-step-list.tsx';

const FlowCanvas = lazy(async () => ({ default: (await import('./flow-canvas.tsx')).FlowCanvas }));

/**
 * A running or ended flow in the diagram that it was designed in: what is decided, what waits, what is ahead. Beside it
 * the same as a list, for who does not see it; on a phone the list alone.
 */
export function FlowDiagram({ flow }: { flow: FlowView }) {
  const { t } = useTranslation();
  const mobile = useIsMobile();
  if (mobile) return <FlowStepList flow={flow} />;
  const { steps, state } = flow;
  const bad = state === 'rejected';
  const back = state === 'returned';
  const lines = Math.max(
    ...steps.map((step) => 3 + step.decisions.reduce((sum, one) => sum + (one.comment ? 2 : 1), 0)),
  );
  return (
    <>
      <div className="cw-hidden">
        <FlowStepList flow={flow} />
      </div>
      <div aria-hidden="true">
        <Suspense fallback={<Skeleton active paragraph={{ rows: 3 }} />}>
          <FlowCanvas
            label={flow.kindText}
            heightPx={Math.min(340, Math.max(bad || back ? 220 : 140, 44 + lines * 20 + (back ? 40 : 0)))}
            start={t('flow.canvas.start')}
            end={t('flow.canvas.end')}
            {...(bad ? { refused: t('flow.canvas.refused') } : {})}
            {...(back ? { returned: t('flow.canvas.returned') } : {})}
            {...(bad || back ? { endedAt: flow.stepIndex } : {})}
            steps={steps.map((step) => ({
              key: String(step.index),
              state: step.state,
              returns: back,
              content: <StepContent step={step} />,
            }))}
          />
        </Suspense>
      </div>
    </>
  );
}

/** All flows of a document, each under its name. */
export function FlowDiagrams({ flows }: { flows: FlowView[] }) {
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
          <FlowDiagram flow={flow} />
        </section>
      ))}
    </div>
  );
}

function StepContent({ step }: { step: FlowStepView }) {
  const { t } = useTranslation();
  const people = step.assignees.length > 0 ? step.assignees : step.who;
  return (
    <>
      <span className="flow-node-head">
        <span>{stepSigns[step.state]}</span>
        <span>{step.name}</span>
      </span>
      <span className="flow-node-line">
        {t(`plan.steps.state.${step.state}`)}
        {people.length > 0 && ` · ${people.join(' / ')}`}
        {step.quorum !== 'any' && ` · ${t(`flow.quorum.${step.quorum}`)}`}
      </span>
      {step.dueAt && (
        <span className="flow-node-line">{t('flow.canvas.due', { at: localText(step.dueAt).slice(5) })}</span>
      )}
      {step.decisions.map((one) => (
        <span key={`${one.at} ${one.byName}`} className="flow-node-line">
          {t(`flow.decision.${one.decision}`)} · {one.byName === 'system' ? t('form.system') : one.byName} ·{' '}
          {localText(one.at).slice(5, 16)}
          {one.comment && <> “{one.comment.length > 40 ? `${one.comment.slice(0, 40)}…` : one.comment}”</>}
        </span>
      ))}
    </>
  );
}
