import type { ReactNode } from 'react';
import { resourceNamed } from '#web/client/record-types.ts';
import { ExpiryDate } from '#web/ui/expiry-date.tsx';
import { PlanStateTag } from '#web/ui/plan-state-tag.tsx';
import type { RecordValues } from './labels.ts';

type Cell = (record: RecordValues) => ReactNode;

/** Fields that lists and records draw in their own way, by `resource.field`; every other follows its schema. */
const cells: Record<string, Cell> = {
  'plan.state': ({ state, restricted }) => <PlanStateTag state={state} restricted={restricted === true} />,
};

/** How this field is drawn where its schema does not say it: nothing is drawn by an `undefined` answer of the cell. */
export function cellOf(resource: string, field: string): Cell | undefined {
  if (resourceNamed(resource)?.approval?.expiry.includes(field)) {
    return ({ [field]: until }) => (typeof until === 'string' ? <ExpiryDate until={until} /> : undefined);
  }
  return cells[`${resource}.${field}`];
}
