import type { MapColours } from '#web/map/map-colours.ts';
import type { TargetView } from '#web/map/target-store.ts';

/** Words on the map that are drawn elsewhere, to the right of their place: no data block and no name covers them. */
export interface WordsAt {
  latitude: number;
  longitude: number;
  text: string;
  /** Pixels from the place to the words. */
  awayPx: number;
}

/** What the layer shows beside the targets themselves. */
export interface TargetsView {
  colours: MapColours;
  selectedId: string | null;
  hoveredId: string | null;
  /** Targets in an alert. */
  urgentIds: ReadonlySet<string>;
  /** Words of others, which data blocks make way for. */
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
