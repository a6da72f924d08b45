import { useTranslation } from 'react-i18next';
import type { FlightOrderView } from '#contract/plans/navigation-orders.ts';
import { FlightTime } from '#web/ui/flight-time.tsx';

/** Who ordered what and when, and whether the crew has acknowledged. */
export function OrderWords({ order }: { order: FlightOrderView }) {
  const { t } = useTranslation();
  return (
    <>
      <q>{order.reason}</q>
      <div>
        {order.orderedByName} <FlightTime at={order.orderedAt} />
      </div>
      <div>
        {order.acknowledgedAt ? (
          <>
            <span aria-hidden="true">✓ </span>
            {t('plan.order.acknowledged')} {order.acknowledgedByName} <FlightTime at={order.acknowledgedAt} />
          </>
        ) : (
          order.state === 'open' && t('plan.order.open')
        )}
      </div>
      {order.liftedAt && (
        <div>
          {t('plan.order.lifted')} {order.liftedByName} <FlightTime at={order.liftedAt} />
          {order.liftReason && ` · ${order.liftReason}`}
        </div>
      )}
    </>
  );
}
