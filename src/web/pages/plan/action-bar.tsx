import { DownOutlined } from '@ant-design/icons';
import { Button, Popover } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { ActDialog, type PendingAct } from './act-dialog.tsx';
import { type Act, needsOf, weightOf } from './plan-act.ts';
import type { ActionView, PlanDetail } from './plan-types.ts';

/** The step of the flow that waits, as this screen shows it; null where none does. */
export function waitingStep({ flows }: Pick<PlanDetail, 'flows'>): number | null {
  return flows.find(({ state }) => state === 'running')?.stepIndex ?? null;
}

/** Opening the document takes it up, and a detour is answered where it is told: no buttons of their own here. */
const silent = new Set<Act>(['takeUp', 'takeUpRelease', 'acceptDetour', 'refuseDetour']);

/** What I may do now as buttons; what is mine to do but not now, with the reason that the server gives. */
export function ActionBar({ detail, onDone }: { detail: PlanDetail; onDone?: (done: PendingAct) => void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [pending, setPending] = useState<PendingAct | null>(null);
  const mine = detail.actions.filter(({ relevant, action }) => relevant && !silent.has(action));
  const now = mine.filter(({ allowed }) => allowed);
  const later = mine.filter(({ allowed }) => !allowed);
  const order = { primary: 0, plain: 1, danger: 2 };
  now.sort((a, b) => order[weightOf(a.action)] - order[weightOf(b.action)]);

  const ask = (action: Act) => setPending({ action, plan: detail.plan, stepIndex: waitingStep(detail) });
  const reports = mine.some(({ action }) => action === 'takeOff');
  const { state } = detail.plan;

  function start({ action }: ActionView): void {
    if (action === 'edit') {
      // A plan for a term has a form of its own.
      const form = detail.plan.kind === 'standing' ? 'edit_sn' : 'edit_n';
      void navigate(`/navigation/${form}?id=${detail.plan.id}`);
      return;
    }
    if (action === 'applyDetour') {
      void navigate(`/navigation/editNavPlan?id=${detail.plan.id}`);
      return;
    }
    ask(action);
  }

  return (
    <fieldset className="cw-bar cw-plain" aria-label={t('plan.act.group')}>
      {now.map((view) => {
        const weight = weightOf(view.action);
        return (
          <Button
            key={view.action}
            type={weight === 'primary' ? 'primary' : 'default'}
            danger={weight === 'danger'}
            aria-haspopup={needsOf(view.action).length > 0 ? 'dialog' : undefined}
            data-action={view.action}
            onClick={() => start(view)}
          >
            {t(`plan.action.${view.action}`)}
          </Button>
        );
      })}
      {reports && (state === 8 || state === 9) && (
        <Button aria-haspopup="dialog" data-action="setFlightNum" onClick={() => ask('setFlightNum')}>
          {t('plan.action.setFlightNum')}
        </Button>
      )}
      {later.length > 0 && (
        <Popover
          trigger="click"
          placement="bottomRight"
          title={t('plan.act.laterTitle')}
          content={<Later actions={later} />}
        >
          <Button aria-haspopup="true" icon={<DownOutlined />} iconPosition="end">
            {t('plan.act.later', { count: later.length })}
          </Button>
        </Popover>
      )}
      <ActDialog pending={pending} onClose={() => setPending(null)} onDone={onDone} />
    </fieldset>
  );
}

function Later({ actions }: { actions: ActionView[] }) {
  const { t } = useTranslation();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and nothing in it takes the focus
    <ul className="plan-later" aria-label={t('plan.act.laterTitle')} tabIndex={0}>
      {actions.map(({ action, reason, rule }) => (
        <li key={action}>
          <Button size="small" disabled data-action={action}>
            {t(`plan.action.${action}`)}
          </Button>
          <span>
            {reason}
            {rule && <span className="plan-soft"> · {rule}</span>}
          </span>
        </li>
      ))}
    </ul>
  );
}
