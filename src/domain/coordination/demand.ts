/** A receiver of an order, as it is stored. Times are UTC, ISO 8601. */
export interface DemandReceiver {
  userId: number;
  /** 0: whom the sender named; 1, 2 …: to whom it was escalated. */
  level: number;
  dueAt: string;
  soundedAt: string | null;
  escalatedAt: string | null;
  acknowledgedAt: string | null;
}

/**
 * `acknowledged`: everybody who was named has, or one of those to whom it was escalated, who then answers for them; with
 * `anyOne`, one of all. `overdue`: it has sounded for somebody who has not. Otherwise `open`.
 */
export function demandState(
  receivers: readonly DemandReceiver[],
  anyOne = false,
): 'open' | 'overdue' | 'acknowledged' {
  const done = ({ acknowledgedAt }: DemandReceiver) => acknowledgedAt !== null;
  if (receivers.some((one) => (anyOne || one.level > 0) && done(one))) return 'acknowledged';
  if (receivers.filter(({ level }) => level === 0).every(done)) return 'acknowledged';
  return receivers.some((one) => !done(one) && one.soundedAt !== null) ? 'overdue' : 'open';
}

/**
 * What time does to an order at a moment (ms): for whom it sounds now, and for whom it is now escalated, once after it has
 * sounded for `escalateMs`. Nothing where it is acknowledged.
 */
export function dueSteps(
  receivers: readonly DemandReceiver[],
  now: number,
  escalateMs: number,
  anyOne = false,
): { sound: number[]; escalate: number[] } {
  if (demandState(receivers, anyOne) === 'acknowledged') return { sound: [], escalate: [] };
  const waiting = receivers.filter(({ acknowledgedAt }) => acknowledgedAt === null);
  return {
    sound: waiting
      .filter((one) => one.soundedAt === null && Date.parse(one.dueAt) <= now)
      .map(({ userId }) => userId),
    escalate: waiting
      .filter(
        (one) =>
          one.soundedAt !== null && one.escalatedAt === null && Date.parse(one.soundedAt) + escalateMs <= now,
      )
      .map(({ userId }) => userId),
  };
}
