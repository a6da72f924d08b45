import type { Records } from '#server/engine/records/records.ts';
import { createFlightOrderRooms } from '#server/features/coordination/flight-order-rooms.ts';
import type { OrderRooms } from '#server/features/plans/flight-orders.ts';
import type { Parameters } from '#server/kernel/parameters.ts';

/** Rooms of plans in which orders are given and acknowledged, where nobody is connected. */
export function orderRoomsOn(deps: {
  records: Records;
  parameters: Parameters;
  clock: () => Date;
}): () => OrderRooms {
  const silent = () => undefined;
  const delivery = { said: silent, changed: silent, roomChanged: silent, readAll: silent, due: silent };
  const rooms = createFlightOrderRooms({ ...deps, delivery });
  return () => rooms;
}
