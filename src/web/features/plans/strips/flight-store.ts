import { useEffect } from 'react';
import type { FlightList, FlightRecord } from '#contract/flight-list.ts';
import { type HubState, invokeHub, onHubEvent } from '#web/client/hub.ts';
import { createStore, useStore } from '#web/client/store.ts';

/** The flights that the user may see, in the order of the server; null: not heard yet. */
const flights = createStore<readonly FlightRecord[] | null>(null);

/** What the hub says of the list. */
export function takeFlights(list: FlightList): void {
  const before = list.kind === 'picture' ? [] : (flights.get() ?? []);
  const known = new Map(before.map((flight) => [flight.id, flight]));
  for (const flight of list.flights) known.set(flight.id, flight);
  for (const id of list.removed) known.delete(id);
  flights.set((list.order ?? [...known.keys()]).flatMap((id) => known.get(id) ?? []));
}

/** The list of flights, current while a screen that shows it is open on a connected hub. */
export function useFlights(hub: HubState): readonly FlightRecord[] | null {
  useEffect(() => onHubEvent('instant', 'getFullSortMessage', takeFlights), []);
  useEffect(() => {
    // The hub sends the list by itself when it opens; this page may have begun to listen later.
    if (hub === 'connected') void invokeHub('instant', 'FollowFlights').catch(() => undefined);
  }, [hub]);
  return useStore(flights);
}
