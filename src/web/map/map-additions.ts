import type { Geometry } from 'geojson';
import type { ReactNode } from 'react';
import type { Urgent } from '#web/map/map-signs.ts';
import type { WordsAt } from './layers/targets-view.ts';

/** How a list beside the map chooses what the map shows. */
export interface TargetChoice {
  /** Selects the target that flies this plan, the one of this callsign where there are several; nothing where none is seen. */
  choosePlan(planId: number, callsign: string): void;
}

/** What a feature adds to the map page. */
export interface MapAdditions {
  /** Stand beside the map, never over it, one below the other; on a phone each is a tab of its sheet. */
  beside?: { id: string; title: string; content: ReactNode }[];
  /** A panel that was opened beside the map, at its right; on a phone it lies over everything. Null: none is open. */
  aside?: ReactNode;
  /** Drawn on the map, over the targets. */
  marks?: ReactNode;
  /** Targets in an alert. */
  urgent?: Urgent;
  /** Words of the marks, which data blocks and names make way for. */
  words?: readonly WordsAt[];
  /** Below the map. */
  foot?: ReactNode;
  /** What may be done with what is chosen, on its card. */
  onCard?: (chosen: {
    id?: string;
    /** A live target, by its id and what it is called. */
    target?: { id: string; name: string };
    title: string;
    geometry: Geometry;
  }) => ReactNode;
  /** More parts of the dock; on a phone each is a tab of its sheet. */
  panels?: { id: string; title: string; content: ReactNode }[];
  /** What may be done to the flight of a plan, on the card of its target. */
  ofPlan?: (planId: number) => ReactNode;
  /** The flights of the plans, in the dock beside the live targets; on a phone a tab of its own. */
  strips?: { title: string; content: (targets: TargetChoice) => ReactNode };
}
