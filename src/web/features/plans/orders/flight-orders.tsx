import { Alert, Button, Card } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FlightOrderView } from '#contract/plans/navigation-orders.ts';
import { planState } from '#domain/plans/states.ts';
import { type PendingPlanAct, PlanActDialog } from '#web/features/plans/plan-act-dialog.tsx';
import type { ReportedPlan } from '#web/features/plans/unsent-reports.ts';
import { useFlightOrders } from './order-queries.ts';
import { OrderWords } from './order-words.tsx';

/** Stop and recall of a flight on its page: the one in force on top, with what may be done to it, the others below. */
export function FlightOrders({ plan }: { plan: ReportedPlan }) {
  const { t } = useTranslation();
  const { data } = useFlightOrders(plan.id, plan.state >= planState.inFlight);
  const [pending, setPending] = useState<PendingPlanAct | null>(null);
  const orders = data?.items ?? [];
  const past = orders.filter(({ inForce }) => !inForce);
  const ask = (action: 'acknowledgeOrder' | 'liftOrder', order: FlightOrderView) =>
    setPending({ action, plan, stepIndex: null, order: order.id });
  return (
    <>
      {orders
        .filter(({ inForce }) => inForce)
        .map((order) => (
          <Alert
            key={order.id}
            type="error"
            showIcon
            data-order={order.state}
            message={<strong>{t(`plan.order.${order.kind}`)}</strong>}
            description={<OrderWords order={order} />}
            action={
              <div className="cw-bar">
                {order.mayAcknowledge && (
                  <Button
                    danger
                    aria-haspopup="dialog"
                    data-action="acknowledgeOrder"
                    onClick={() => ask('acknowledgeOrder', order)}
                  >
                    {t('plan.action.acknowledgeOrder')}
                  </Button>
                )}
                {order.mayLift && (
                  <Button
                    aria-haspopup="dialog"
                    data-action="liftOrder"
                    onClick={() => ask('liftOrder', order)}
                  >
                    {t('plan.action.liftOrder')}
                  </Button>
                )}
              </div>
            }
          />
        ))}
      {past.length > 0 && (
        <Card size="small" title={t('plan.order.past')}>
          <ul className="plan-rows">
            {past.map((order) => (
              <li key={order.id} data-order={order.state}>
                <div className="plan-row-main">
                  <strong>{t(`plan.order.${order.kind}`)}</strong> <OrderWords order={order} />
                </div>
              </li>
            ))}
          </ul>
        </Card>
      )}
      <PlanActDialog pending={pending} onClose={() => setPending(null)} />
    </>
  );
}
