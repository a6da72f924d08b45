import { planState } from '#domain/plans/states.ts';
import { safetyNet } from './safety-net.ts';

/** A stop or recall that the crew has not acknowledged: Order 371, art. 19 has it carried out at once. */
export const orders = safetyNet({
  name: 'orders',
  levels: ['caution', 'warning'],
  parameters: { cautionS: { value: 60, unit: 's' }, warningS: { value: 180, unit: 's' } },
  evaluate({ plans, targets, nowMs }, { cautionS, warningS }) {
    return [...plans.values()].flatMap((plan) => {
      if (plan.state !== planState.inFlight || !plan.openOrder) return [];
      const { id, kind, at } = plan.openOrder;
      const seconds = Math.floor((nowMs - at) / 1_000);
      if (seconds < cautionS) return [];
      return [
        {
          net: 'orders',
          key: `orders:${id}`,
          level: seconds >= warningS ? 'warning' : 'caution',
          immediate: true,
          reason: {
            key: `alert.orders.${kind}`,
            values: { plan: plan.planNumber, one: plan.callsigns.join(' '), seconds },
          },
          targets: targets.filter(({ planId }) => planId === plan.id),
          planIds: [plan.id],
          advice: 'alert.orders.advice',
          contacts: plan.contacts,
        },
      ];
    });
  },
});
