import type { Handlers } from '#server/http/service.ts';
import type { FlightOrders } from './flight-orders.ts';
import { saved } from './navigation-filing.ts';

/** Stop and recall of a flight in the air. */
export function orderMethods(
  orders: FlightOrders,
): Pick<Handlers<'Navigation'>, 'OrderFlight' | 'AcknowledgeOrder' | 'LiftOrder' | 'GetFlightOrders'> {
  return {
    OrderFlight: async ({ id, kind, reason }, caller) =>
      saved(await orders.order(caller, id, kind, reason.trim())),
    AcknowledgeOrder: async ({ id, order }, caller) => saved(await orders.acknowledge(caller, id, order)),
    LiftOrder: async ({ id, order, reason }, caller) =>
      saved(await orders.lift(caller, id, order, reason.trim())),
    GetFlightOrders: async ({ id }, caller) => ({
      items: await (id === undefined ? orders.inForce(caller) : orders.ofPlan(caller, id)),
    }),
  };
}
