import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { figureOf } from '#domain/monitor/figures.ts';
import { unitText } from '#domain/monitor/unit-text.ts';
import { resourceNamed } from '#web/client/record-types.ts';
import { ExpiryDate } from '#web/ui/expiry-date.tsx';
import { PlanStateTag } from '#web/ui/plan-state-tag.tsx';
import { type RecordValues, wordOf } from './labels.ts';

export type Cell = (record: RecordValues) => ReactNode;

/** Fields that lists and records draw in their own way, by `resource.field`; every other follows its schema. */
const cells: Record<string, Cell> = {
  'monitorThreshold.limit': ({ figure, limit }) => measured(figure, limit),
  'monitorThreshold.clearAt': ({ figure, clearAt }) => measured(figure, clearAt),
  'monitorAlarm.value': ({ figure, value }) => measured(figure, value),
  'monitorAlarm.limit': ({ figure, limit }) => measured(figure, limit),
  'plan.state': ({ state, restricted }) => <PlanStateTag state={state} restricted={restricted === true} />,
  'flightStatus.planState': ({ planState }) => <PlanStateTag state={planState} />,
};

/** A value of a metric with the metric's unit. */
function measured(figure: unknown, value: unknown): ReactNode {
  if (typeof value !== 'number') return undefined;
  const unit = typeof figure === 'string' ? figureOf(figure)?.unit : undefined;
  return <span className="cw-figures">{unitText(value, unit ?? 'count')}</span>;
}

/** What a cell that a feature adds is given: the value, which is there, and its record. */
export interface CellProps {
  value: unknown;
  record: RecordValues;
}

/** A feature draws a field in its own way, with what `load` brings. Called once, before the first screen. */
export function addCell(
  resource: string,
  field: string,
  load: () => Promise<{ default: ComponentType<CellProps> }>,
): void {
  const Loaded = lazy(load);
  cells[`${resource}.${field}`] = (record) => {
    const value = record[field];
    return value === null || value === undefined || value === '' ? undefined : (
      <Suspense fallback="…">
        <Loaded value={value} record={record} />
      </Suspense>
    );
  };
}

/** How this field is drawn where its schema does not say it: nothing is drawn by an `undefined` answer of the cell. */
export function cellOf(resource: string, field: string): Cell {
  if (resourceNamed(resource)?.approval?.expiry.includes(field)) {
    return ({ [field]: until }) => (typeof until === 'string' ? <ExpiryDate until={until} /> : undefined);
  }
  return drawnBy(resource, field);
}

/** The same without the days left of a document: a history shows the date alone. */
export function drawnBy(resource: string, field: string): Cell {
  return cells[`${resource}.${field}`] ?? ((record) => wordOf(resource, field, record));
}
