/** One opening or closing as it was recorded; times UTC ms, `to` null: until further notice. */
export interface OpenEvent {
  id: number;
  kind: 'open' | 'close';
  from: number;
  to: number | null;
}

export type OpenState = 'open' | 'closed';

/**
 * Is the airspace open at a moment (UTC ms)? The event recorded last, of those whose time holds it, decides; without
 * one, `otherwise`: what it was before anything was recorded.
 */
export function isOpenAt(
  events: readonly OpenEvent[],
  at: number,
  otherwise: OpenState | null = null,
): OpenState | null {
  const event = openEventAt(events, at);
  if (!event) return otherwise;
  return event.kind === 'open' ? 'open' : 'closed';
}

/** The event that decides at a moment; null: none does. */
export function openEventAt<E extends OpenEvent>(events: readonly E[], at: number): E | null {
  let latest: E | null = null;
  for (const event of events) {
    if (event.from > at || (event.to !== null && event.to <= at)) continue;
    if (!latest || event.id > latest.id) latest = event;
  }
  return latest;
}

/** The events, in the order in which they were recorded, that decide at any moment from `at` on: those that ended, or were overruled for good, do not. */
export function eventsSince<E extends OpenEvent>(events: readonly E[], at: number): E[] {
  const lasting = events.findLastIndex(({ from, to }) => from <= at && to === null);
  return events.slice(Math.max(lasting, 0)).filter(({ to }) => to === null || to > at);
}

/** The times within [from, to) in which it is closed, UTC ms, in order. */
export function closedTimes(
  events: readonly OpenEvent[],
  window: { from: number; to: number },
  otherwise: OpenState | null = null,
): { from: number; to: number }[] {
  const edges = new Set([window.from, window.to]);
  for (const { from, to } of events) {
    for (const edge of [from, to]) {
      if (edge !== null && edge > window.from && edge < window.to) edges.add(edge);
    }
  }
  const times = [...edges].sort((a, b) => a - b);
  const closed: { from: number; to: number }[] = [];
  for (let i = 1; i < times.length; i += 1) {
    const [from, to] = [times[i - 1], times[i]];
    if (from === undefined || to === undefined || isOpenAt(events, from, otherwise) !== 'closed') continue;
    const before = closed.at(-1);
    if (before?.to === from) before.to = to;
    else closed.push({ from, to });
  }
  return closed;
}
