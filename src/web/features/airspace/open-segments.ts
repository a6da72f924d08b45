import type { AirspaceItem } from '#contract/airspace/airspace-output.ts';
import { isOpenAt, type OpenEvent, type OpenState } from '#domain/airspace/openness.ts';
import type { Interval } from '#domain/time/interval.ts';

/** A part of a time of use, UTC ms, and what it was or will be; null: nothing was recorded for it. */
export interface OpenSegment extends Interval {
  state: OpenState | null;
}

type Recorded = Pick<AirspaceItem, 'openEvents' | 'openState' | 'openChangedAt'>;

/** A time of use, cut where openings and closings begin and end: what is past stays as it was. */
export function openSegments(
  span: Interval,
  { openEvents, openState, openChangedAt }: Recorded,
): OpenSegment[] {
  const events = openEvents.map(
    ({ id, kind, from, to }): OpenEvent => ({
      id,
      kind,
      from: Date.parse(from),
      to: to === null ? null : Date.parse(to),
    }),
  );
  // Without events there is only what it is now, and since when.
  if (events.length === 0 && (openState === 'open' || openState === 'closed')) {
    const from = openChangedAt === null ? span.from : Date.parse(openChangedAt);
    events.push({ id: 0, kind: openState === 'open' ? 'open' : 'close', from, to: null });
  }
  const inside = events
    .flatMap(({ from, to }) => (to === null ? [from] : [from, to]))
    .filter((at) => at > span.from && at < span.to);
  const edges = [...new Set([span.from, ...inside, span.to])].sort((a, b) => a - b);
  return edges.slice(1).flatMap((to, index) => {
    const from = edges[index];
    return from === undefined ? [] : [{ from, to, state: isOpenAt(events, from) }];
  });
}
