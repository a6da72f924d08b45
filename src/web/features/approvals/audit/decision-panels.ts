import { type ComponentType, lazy } from 'react';

/** What helps to decide on a record of a type beside its fields: its chunk comes only where one is decided on. */
export type DecisionPanel = ComponentType<{ id: number }>;

/** By resource; the feature of the type adds its own, once, before the first screen. */
export const decisionPanels = new Map<string, DecisionPanel>();

export function addDecisionPanel(resource: string, load: () => Promise<{ default: DecisionPanel }>): void {
  decisionPanels.set(resource, lazy(load));
}
