import { type ComponentType, lazy } from 'react';

/** What helps to decide on a record of a type beside its fields: its chunk comes only where one is decided on. */
export type Judgement = ComponentType<{ id: number }>;

/** By resource; the feature of the type adds its own, once, before the first screen. */
export const judgements = new Map<string, Judgement>();

export function addJudgement(resource: string, load: () => Promise<{ default: Judgement }>): void {
  judgements.set(resource, lazy(load));
}
