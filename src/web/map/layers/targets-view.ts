import type { MapColours } from '#web/map/map-colours.ts';
import type { Urgent } from '#web/map/map-signs.ts';
import type { TargetView } from '#web/map/target-store.ts';

/** Words of a place on the map: placed before all data blocks and names, and clear of one another. */
export interface WordsAt {
  /** Stable from one drawing to the next. */
  key: string;
  latitude: number;
  longitude: number;
  text: string;
}

/** What the layer shows beside the targets themselves. */
export interface TargetsView {
  colours: MapColours;
  selectedId: string | null;
  hoveredId: string | null;
  /** Targets in an alert, with its level: the most urgent of several. */
  urgent: Urgent;
  /** The most urgent first. */
  words?: readonly WordsAt[];
  /** Data blocks. */
  showLabels: boolean;
  /** How long a trail is; 0: none. */
  trailMinutes: number;
  /** A trail is a dot for each report kept. */
  trailDots: boolean;
  /** So far ahead the vector reaches, seconds; 0: none. */
  vectorS: number;
  /** Writes the lines of a data block below the callsign. */
  blockOf: (view: TargetView) => string[];
}
