import type { FeatureStyle } from './map-feature.ts';

/** What is known of an airspace when it is drawn; absent fields mean the same as null. */
export interface AirspaceFacts {
  kind?: string | null;
  /** 0 not submitted, 1 approved, 2 expired (specification §4). */
  state?: number | null;
  openState?: string | null;
}

/** The words of the legend: each has its own line and filling, so that colour is never alone. */
export type AirspaceLook =
  | 'open'
  | 'closed'
  | 'application'
  | 'standing'
  | 'prohibited'
  | 'restricted'
  | 'danger'
  | 'uasControlled'
  | 'expired';

const responsibilities = new Set(['fir', 'cta', 'tma']);

/** It bounds what a body answers for: seen on a map, and in nobody's way there. */
export function isResponsibility(kind: string): boolean {
  return responsibilities.has(kind);
}

const forbiddingLooks: Record<string, AirspaceLook> = {
  prohibited: 'prohibited',
  restricted: 'restricted',
  tempRestricted: 'restricted',
  danger: 'danger',
  uasControlled: 'uasControlled',
};

/** The letter that a chart gives it; empty for all other kinds. */
export function airspaceLetter(kind: string): string {
  return { prohibited: 'P', restricted: 'R', tempRestricted: 'R', danger: 'D' }[kind] ?? '';
}

export function airspaceLook({ kind, state, openState }: AirspaceFacts): AirspaceLook {
  if (state === 2) return 'expired';
  if (state === 0) return 'application';
  if (openState === 'closed') return 'closed';
  const forbidding = forbiddingLooks[kind ?? ''];
  if (forbidding) return forbidding;
  if (openState === 'open') return 'open';
  return 'standing';
}

/** `P ZB101` and, where it is so, that it is closed; a designator that has its letter keeps it. */
export function airspaceLabel(name: string, kind: string, look: AirspaceLook, closed: string): string {
  const letter = airspaceLetter(kind);
  const lettered = letter === '' || name.includes(`(${letter})`) ? name : `${letter} ${name}`;
  return look === 'closed' ? `${lettered}\n${closed}` : lettered;
}

/**
 * experience.md §3: open a green outline, closed red hatching, an application dashed. What forbids has a hatched edge as on a
 * chart: crossed where nobody may fly, close where some may, wide and dashed where one may at one's own risk.
 */
export const airspaceStyles: Record<AirspaceLook, FeatureStyle> = {
  open: { colour: 'open', width: 2, inside: 'wash' },
  closed: { colour: 'closed', width: 1.5, inside: 'hatch' },
  prohibited: { colour: 'closed', width: 2.5, inside: 'none', edge: 'cross' },
  restricted: { colour: 'closed', width: 1.8, inside: 'none', edge: 'close' },
  danger: { colour: 'closed', width: 1.8, dash: [9, 5], inside: 'none', edge: 'sparse' },
  uasControlled: { colour: 'closed', width: 1.5, dash: [2, 3], inside: 'none' },
  application: { colour: 'application', width: 1.5, dash: [7, 5], inside: 'wash' },
  standing: { colour: 'neutral', width: 1.2, inside: 'none' },
  expired: { colour: 'neutral', width: 1, dash: [2, 4], inside: 'none' },
};
