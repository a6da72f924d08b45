import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import type { PlanDetail } from '#contract/plans/plan-output.ts';
import { ActBar } from '#web/ui/act-bar.tsx';
import { type Act, needsOf, weightOf } from './plan-act.ts';
import { type PendingPlanAct, PlanActDialog } from './plan-act-dialog.tsx';

/** The step of the flow that waits, as this screen shows it; null where none does. */
export function waitingStep({ flows }: Pick<PlanDetail, 'flows'>): number | null {
  return flows.find(({ state }) => state === 'running')?.stepIndex ?? null;
}

/** Opening the document takes it up, and a detour is answered where it is told: no buttons of their own here. */
const silent = new Set<Act>([
  'takeUp',
  'takeUpRelease',
  'acceptDetour',
  'refuseDetour',
  'acknowledgeOrder',
  'liftOrder',
]);

/** What I may do now as buttons; what is mine to do but not now, with the reason that the server gives. */
export function ActionBar({
  detail,
  onDone,
}: {
  detail: PlanDetail;
  onDone?: (done: PendingPlanAct) => void;
}) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [pending, setPending] = useState<PendingPlanAct | null>(null);
  const mine = detail.actions.filter(({ relevant, action }) => relevant && !silent.has(action));
  const ask = (action: Act) => setPending({ action, plan: detail.plan, stepIndex: waitingStep(detail) });
  const reports = mine.some(({ action }) => action === 'takeOff');
  const { state } = detail.plan;

  function start(action: Act): void {
    const { id, kind } = detail.plan;
    // A plan for a term has a form of its own.
    if (action === 'edit')
      void navigate(`/navigation/${kind === 'standing' ? 'edit_sn' : 'edit_n'}?id=${id}`);
    else if (action === 'applyDetour') void navigate(`/navigation/editNavPlan?id=${id}`);
    else ask(action);
  }

  return (
    <>
      <ActBar
        label={t('plan.act.group')}
        actions={mine}
        nameOf={(action) => t(`plan.action.${action}`)}
        weightOf={weightOf}
        asks={(action) => needsOf(action).length > 0}
        onStart={start}
      >
        {reports && (state === 8 || state === 9) && (
          <Button aria-haspopup="dialog" data-action="setFlightNum" onClick={() => ask('setFlightNum')}>
            {t('plan.action.setFlightNum')}
          </Button>
        )}
      </ActBar>
      <PlanActDialog pending={pending} onClose={() => setPending(null)} onDone={onDone} />
    </>
  );
}
