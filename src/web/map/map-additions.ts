import type { ReactNode } from 'react';

/** How a list beside the map chooses what the map shows. */
export interface TargetChoice {
  /** Selects the target that flies this plan, the one of this callsign where there are several; nothing where none is seen. */
  choosePlan(planId: number, callsign: string): void;
}

/** What a feature adds to the map page. */
export interface MapAdditions {
  /** Stand beside the map, never over it, one below the other; on a phone each is a tab of its sheet. */
  beside?: { id: string; title: string; content: ReactNode }[];
  /** Drawn on the map, over the targets. */
  marks?: ReactNode;
  /** Targets in an alert. */
  urgentIds?: ReadonlySet<string>;
  /** The flights of the plans, in the dock beside the live targets; on a phone a tab of its own. */
  strips?: { title: string; content: (targets: TargetChoice) => ReactNode };
}
