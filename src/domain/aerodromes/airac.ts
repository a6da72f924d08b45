const dayMs = 86_400_000;
const cycleMs = 28 * dayMs;
/** Effective date of cycle 2001 (ICAO Doc 8126, AIRAC effective dates). */
const firstMs = Date.UTC(2020, 0, 2);

/** The 28 days that aeronautical information is published for (ICAO Annex 15, chapter 6). */
export interface AiracCycle {
  /** Two digits of its year and two of its number in it: `2606`. */
  name: string;
  /** The day from whose 0000 UTC it is in force, `YYYY-MM-DD`. */
  from: string;
  /** The first day of the next one. */
  until: string;
}

const ordinalAt = (at: number): number => Math.floor((at - firstMs) / cycleMs);
const dayText = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** The cycle in force at this moment (UTC ms). */
export function airacCycleAt(at: number): AiracCycle {
  const from = firstMs + ordinalAt(at) * cycleMs;
  const yearMs = Date.UTC(new Date(from).getUTCFullYear(), 0, 1);
  const number = Math.floor((from - yearMs) / cycleMs) + 1;
  const name = [new Date(from).getUTCFullYear() % 100, number]
    .map((part) => String(part).padStart(2, '0'))
    .join('');
  return { name, from: dayText(from), until: dayText(from + cycleMs) };
}

/**
 * How many cycles lie between the one of a day (`YYYY-MM-DD`) and the one in force at `at` (UTC ms): 0, the day is in it;
 * below 0, its information is not in force yet.
 */
export function cyclesSince(day: string, at: number): number {
  return ordinalAt(at) - ordinalAt(Date.parse(`${day}T00:00:00Z`));
}
