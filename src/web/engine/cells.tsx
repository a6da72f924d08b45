import type { ReactNode } from 'react';
import { PlanStateTag } from '#web/ui/plan-state-tag.tsx';
import type { RecordValues } from './labels.ts';

/** Fields that lists and records draw in their own way, by `resource.field`; every other follows its schema. */
const cells: Record<string, (record: RecordValues) => ReactNode> = {
  'plan.state': ({ state, restricted }) => <PlanStateTag state={state} restricted={restricted === true} />,
};

export function cellOf(resource: string, field: string): ((record: RecordValues) => ReactNode) | undefined {
  return cells[`${resource}.${field}`];
}
