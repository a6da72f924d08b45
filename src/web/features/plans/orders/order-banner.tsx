import { useQueryClient } from '@tanstack/react-query';
import { Alert, Button } from 'antd';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { FlightOrderView } from '#contract/plans/navigation-orders.ts';
import { planReaders } from '#domain/plans/readers.ts';
import { useHolds } from '#web/client/access.ts';
import { useAsyncAction } from '#web/client/async-action.ts';
import { alarm } from '#web/features/notices/sound.ts';
import { act } from '#web/features/plans/plan-act.ts';
import { refreshPlans, useLivePlans } from '#web/features/plans/plan-queries.ts';
import { Failure } from '#web/ui/failure.tsx';
import { useFlightOrders } from './order-queries.ts';
import { OrderWords } from './order-words.tsx';

/** How often the alarm sounds until the crew has acknowledged (specification §9, reminder alarm). */
const alarmMs = 10_000;

/**
 * Flights that are stopped or recalled, on every page until the crew has acknowledged: its company acknowledges here with
 * one tap, and whoever ordered it sees that nobody has yet.
 */
export function OrderBanner() {
  const reads = useHolds(planReaders);
  return reads ? <Orders /> : null;
}

function Orders() {
  const { data } = useFlightOrders(null);
  useLivePlans();
  const open = (data?.items ?? []).filter(({ state }) => state === 'open');
  const mine = open.some(({ mayAcknowledge }) => mayAcknowledge);
  useEffect(() => {
    if (!mine) return;
    alarm();
    const timer = setInterval(alarm, alarmMs);
    return () => clearInterval(timer);
  }, [mine]);
  return open
    .filter(({ mayAcknowledge, mayLift }) => mayAcknowledge || mayLift)
    .map((order) => <OneOrder key={order.id} order={order} />);
}

function OneOrder({ order }: { order: FlightOrderView }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { busy, failure, run } = useAsyncAction();
  const acknowledge = () =>
    run(async () => {
      try {
        await act('acknowledgeOrder', { id: order.plan, stepIndex: null, order: order.id }, {});
      } finally {
        await refreshPlans(client);
      }
    });
  return (
    <Alert
      banner
      role="alert"
      type={order.mayAcknowledge ? 'error' : 'warning'}
      data-order-banner={order.plan}
      message={
        <>
          <strong>{t(`plan.order.${order.kind}`)}</strong>{' '}
          <Link to={`/navigation/details?id=${order.plan}`} className="cw-figures">
            {order.callsign ?? order.planNumber}
          </Link>{' '}
          {order.companyName}
        </>
      }
      description={
        <>
          <OrderWords order={order} />
          {failure !== null && <Failure title={t('approval.act.refused')} error={failure} />}
        </>
      }
      action={
        order.mayAcknowledge && (
          <Button danger loading={busy} data-action="acknowledgeOrder" onClick={() => void acknowledge()}>
            {t('plan.action.acknowledgeOrder')}
          </Button>
        )
      }
    />
  );
}
