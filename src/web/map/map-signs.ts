import type { AlertLevel } from '#domain/conflicts/nets/safety-net.ts';
import type { MapColours } from './map-colours.ts';

/** Of the ring around the members of a group alert, pixels. */
export const groupDash = [2, 6];

/** Ids of the targets in an alert, each with the level of its most urgent one. */
export type Urgent = ReadonlyMap<string, AlertLevel>;

/** What marks an alert of this level on the map. */
export const alertColours = {
  warning: 'closed',
  caution: 'application',
  advisory: 'neutral',
} as const satisfies Record<AlertLevel, keyof MapColours>;
