import { distanceAt } from '#domain/time/wall-clock.ts';

/**
 * What a person decides about an alert. Confirmed: the situation was real and needed action. Nuisance: it was real and
 * needed none. False: it did not exist.
 */
export const classifications = ['confirmed', 'nuisance', 'false'] as const;
export type Classification = (typeof classifications)[number];

/** What is counted of alerts. `acknowledgedUnseen`: without a look at the alert's card or its place on the map. */
export const alertCounts = [
  'raised',
  'acknowledged',
  'acknowledgedUnseen',
  'muted',
  ...classifications,
] as const;
export type AlertCount = (typeof alertCounts)[number];
export type AlertCounts = Record<AlertCount, number>;

/** Tables of the alert statistics, by which they are exported. */
export const alertTables = ['kinds', 'areas', 'hours'] as const;
export type AlertTable = (typeof alertTables)[number];

/** The greatest share of nuisance and false alerts among those classified that is acceptable, 0–1. */
export const nuisanceGoal = 0.2;

export const classifiedCount = (counts: AlertCounts): number =>
  classifications.reduce((sum, classification) => sum + counts[classification], 0);

/** The share of nuisance and false alerts among those classified, 0–1; null: none is classified. */
export function nuisanceShare(counts: AlertCounts): number | null {
  const classified = classifiedCount(counts);
  return classified === 0 ? null : (classified - counts.confirmed) / classified;
}

const quarterMs = 900_000;
const hourMs = 3_600_000;
const hoursOfDay = 24;

/**
 * For each hour of the day on the wall of `timeZone`, the parts of the span in which the wall shows it. `from`, `to` and
 * the parts are UTC ms, both ends included.
 */
export function hourParts(from: number, to: number, timeZone: string): [from: number, to: number][][] {
  const parts: [number, number][][] = Array.from({ length: hoursOfDay }, () => []);
  // A zone is a multiple of a quarter of an hour from UTC, and changes at one.
  for (let at = from; at <= to; ) {
    const end = Math.min(to, Math.floor(at / quarterMs) * quarterMs + quarterMs - 1);
    const hour = Math.floor((at + distanceAt(at, timeZone)) / hourMs) % hoursOfDay;
    const last = parts[hour]?.at(-1);
    if (last?.[1] === at - 1) last[1] = end;
    else parts[hour]?.push([at, end]);
    at = end + 1;
  }
  return parts;
}
