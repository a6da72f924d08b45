import { dayOf } from '#domain/time/wall-clock.ts';

const dayMs = 86_400_000;
const cycleMs = 28 * dayMs;
/** Effective date of cycle 2001 (ICAO Doc 8126, AIRAC effective dates). */
const firstMs = Date.UTC(2020, 0, 2);

/** The 28 days that aeronautical information is published for (ICAO Annex 15, chapter 6). */
export interface AiracCycle {
  /** Two digits of its year and two of its number in it: `2606`. */
  name: string;
  /** `YYYY-MM-DD`: it is in force from 0000 UTC of this day. */
  from: string;
  /** The first day of the next one. */
  until: string;
}

const ordinalAt = (at: number): number => Math.floor((at - firstMs) / cycleMs);

/** The cycle in force at this moment (UTC ms). */
export function airacCycleAt(at: number): AiracCycle {
  const from = firstMs + ordinalAt(at) * cycleMs;
  const yearMs = Date.UTC(new Date(from).getUTCFullYear(), 0, 1);
  const number = Math.floor((from - yearMs) / cycleMs) + 1;
  const name = [new Date(from).getUTCFullYear() % 100, number]
    .map((part) => String(part).padStart(2, '0'))
    .join('');
  return { name, from: dayOf(from, 'UTC'), until: dayOf(from + cycleMs, 'UTC') };
}

/** How old information is that was published for a day. */
export interface AiracAge {
  /** The cycle of that day. */
  own: AiracCycle;
  inForce: AiracCycle;
  /** How many cycles `inForce` comes after `own`; below 0: the information is not in force yet. */
  cycles: number;
}

/** The age at `at` (UTC ms) of information of this day (`YYYY-MM-DD`, UTC). */
export function airacAge(day: string, at: number): AiracAge {
  const from = Date.parse(`${day}T00:00:00Z`);
  return { own: airacCycleAt(from), inForce: airacCycleAt(at), cycles: ordinalAt(at) - ordinalAt(from) };
}
