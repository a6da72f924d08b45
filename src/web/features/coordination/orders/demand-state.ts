import type { ChatMessage, DemandView } from '#contract/coordination/shapes.ts';

export type Receiver = DemandView['receivers'][number];

/** What this user has to acknowledge of it; undefined: nothing, or they have. */
export function ownDemand(
  { demand, withdrawnAt }: ChatMessage,
  me: number | undefined,
): Receiver | undefined {
  if (!demand || withdrawnAt !== null || demand.state === 'acknowledged') return undefined;
  return demand.receivers.find(({ userId, acknowledgedAt }) => userId === me && acknowledgedAt === null);
}

/** Seconds left until it is due; below 0 it is overdue. */
export const secondsLeft = ({ dueAt }: Pick<Receiver, 'dueAt'>, nowMs: number): number =>
  Math.ceil((Date.parse(dueAt) - nowMs) / 1_000);

/** When the sender's next deadline of those who have not answered is over; null: everybody has answered. */
export function nextDue({ receivers }: DemandView): Receiver | null {
  const open = receivers.filter(({ acknowledgedAt }) => acknowledgedAt === null);
  return open.sort((a, b) => a.dueAt.localeCompare(b.dueAt))[0] ?? null;
}

/** How loud it is now: an order that is overdue as a warning, one with time left as a caution, an information less. */
export function levelOf(kind: ChatMessage['kind'], leftS: number): 'advisory' | 'caution' | 'warning' {
  if (kind === 'order') return leftS <= 0 ? 'warning' : 'caution';
  return leftS <= 0 ? 'caution' : 'advisory';
}
