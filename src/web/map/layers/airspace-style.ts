import type { FeatureStyle } from './map-feature.ts';

/** What is known of an airspace when it is drawn; absent fields mean the same as null. */
export interface AirspaceFacts {
  kind?: string | null;
  /** 0 not submitted, 1 approved, 2 expired (specification §4). */
  state?: number | null;
  openState?: string | null;
}

/** The words of the legend: each has its own line and filling, so that colour is never alone. */
export type AirspaceLook = 'open' | 'closed' | 'application' | 'standing' | 'prohibited' | 'expired';

const responsibilities = new Set(['fir', 'cta', 'tma']);

/** It bounds what a body answers for: seen on a map, and in nobody's way there. */
export function isResponsibility(kind: string): boolean {
  return responsibilities.has(kind);
}

const forbiddingKinds = new Set(['prohibited', 'restricted', 'danger', 'tempRestricted', 'uasControlled']);

export function airspaceLook({ kind, state, openState }: AirspaceFacts): AirspaceLook {
  if (state === 2) return 'expired';
  if (state === 0) return 'application';
  if (openState === 'closed') return 'closed';
  if (kind && forbiddingKinds.has(kind)) return 'prohibited';
  if (openState === 'open') return 'open';
  return 'standing';
}

/** experience.md §3: open a green outline, closed red hatching, an application dashed. */
export const airspaceStyles: Record<AirspaceLook, FeatureStyle> = {
  open: { colour: 'open', width: 2, inside: 'wash' },
  closed: { colour: 'closed', width: 1.5, inside: 'hatch' },
  prohibited: { colour: 'closed', width: 2.5, inside: 'none' },
  application: { colour: 'application', width: 1.5, dash: [7, 5], inside: 'wash' },
  standing: { colour: 'neutral', width: 1.2, inside: 'none' },
  expired: { colour: 'neutral', width: 1, dash: [2, 4], inside: 'none' },
};
