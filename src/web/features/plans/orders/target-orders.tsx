import { Alert, Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { planState } from '#domain/plans/states.ts';
import { type PendingPlanAct, PlanActDialog } from '#web/features/plans/plan-act-dialog.tsx';
import { useLivePlans, usePlan } from '#web/features/plans/plan-queries.ts';
import { useFlightOrders } from './order-queries.ts';
import { OrderWords } from './order-words.tsx';

/** Orders that a body gives a flight from the card of its target. */
const given = ['stopFlight', 'recall'] as const;

/** Of the flight that a target is: the order in force with its acknowledgement, and what may be ordered. */
export function TargetOrders({ planId }: { planId: number }) {
  const { t } = useTranslation();
  useLivePlans();
  const { data: detail } = usePlan(planId);
  const flies = detail?.plan.state === planState.inFlight;
  const { data } = useFlightOrders(planId, flies);
  const [pending, setPending] = useState<PendingPlanAct | null>(null);
  if (!detail || !flies) return null;
  const order = data?.items.find(({ inForce }) => inForce);
  const allowed = given.filter((action) =>
    detail.actions.some((one) => one.action === action && one.allowed),
  );
  const { plan } = detail;
  const start = (action: PendingPlanAct['action']) =>
    setPending({ action, plan, stepIndex: null, ...(order ? { order: order.id } : {}) });
  return (
    <>
      {order && (
        <Alert
          type={order.state === 'open' ? 'error' : 'warning'}
          showIcon
          data-order={order.state}
          message={<strong>{t(`plan.order.${order.kind}`)}</strong>}
          description={<OrderWords order={order} />}
        />
      )}
      {(allowed.length > 0 || order?.mayLift) && (
        <fieldset className="cw-bar cw-plain" aria-label={t('plan.order.give')}>
          {allowed.map((action) => (
            <Button
              key={action}
              size="small"
              danger
              aria-haspopup="dialog"
              data-action={action}
              onClick={() => start(action)}
            >
              {t(`plan.action.${action}`)}
            </Button>
          ))}
          {order?.mayLift && (
            <Button
              size="small"
              aria-haspopup="dialog"
              data-action="liftOrder"
              onClick={() => start('liftOrder')}
            >
              {t('plan.action.liftOrder')}
            </Button>
          )}
        </fieldset>
      )}
      <PlanActDialog pending={pending} onClose={() => setPending(null)} />
    </>
  );
}
