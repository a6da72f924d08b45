import type { MapColours } from '#web/map/map-colours.ts';
import type { TargetView } from '#web/map/target-store.ts';
import type { Overlay } from './overlay.ts';

/** What the layer shows beside the targets themselves. */
export interface TargetsView {
  colours: MapColours;
  selectedId: string | null;
  hoveredId: string | null;
  /** Words in labels. */
  showLabels: boolean;
  showTrails: boolean;
  /** Writes the second line of a label. */
  describe: (view: TargetView) => string;
  /** Names that stand on the map already; labels keep clear of them. */
  namesAt?: () => Overlay['names'];
}
