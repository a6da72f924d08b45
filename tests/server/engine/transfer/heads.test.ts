import { expect, test } from 'vitest';
import type { CellContext } from '#domain/record/transfer/cell-reading.ts';
import type { ImportPlan } from '#domain/record/transfer/job.ts';
import { resources } from '#resources';
import { plannedColumns, readRow } from '#server/engine/transfer/rows.ts';

const names = {
  related: () => [],
  nameOf: () => '',
  codes: () => [],
  labelOf: () => '',
};
const context: CellContext = { locale: 'en', names, timeZone: 'Asia/Shanghai' };

/** A row of one column with this head, as the field of this resource. */
function read(resourceName: string, field: string, head: string, cell: string | number | null) {
  const resource = resources.find(({ name }) => name === resourceName);
  if (!resource) throw new Error(`${resourceName} is no resource`);
  const plan: ImportPlan = {
    mapping: { '0': field },
    mode: 'insert',
    key: [],
    onError: 'all',
    blanks: 'keep',
  };
  const { values, errors } = readRow(
    { row: 2, cells: [cell], progress: 1 },
    plannedColumns(resource, plan, [head]),
    context,
    [],
  );
  return errors[0]?.text ?? values[field];
}

test('a value below a head of another unit is refused, and an empty one is empty', () => {
  const text = { key: 'transfer.cell.unit', values: { unit: 'ft', wanted: 'm' } };
  expect(read('obstacle', 'heightAglM', 'Height (ft)', 300)).toEqual(text);
  expect(read('obstacle', 'heightAglM', 'Height (ft)', '300')).toEqual(text);
  expect(read('obstacle', 'heightAglM', 'Height (ft)', null)).toBeNull();
  expect(read('obstacle', 'heightAglM', 'Height (m)', '300')).toBe(300);
});

test('a time without a zone is in that of its head, and one with a zone in its own', () => {
  const starts = (head: string, cell: string) => read('notice', 'startTime', head, cell);
  expect(starts('Starts', '2026-06-10 08:30')).toBe('2026-06-10T00:30:00.000Z');
  expect(starts('Starts (UTC)', '2026-06-10 08:30')).toBe('2026-06-10T08:30:00.000Z');
  expect(starts('开始时间（世界时）', '2026-06-10 08:30')).toBe('2026-06-10T08:30:00.000Z');
  expect(starts('Starts (UTC)', '2026-06-10T08:30+08:00')).toBe('2026-06-10T00:30:00.000Z');
});
