import { expect, test } from 'vitest';
import { guessHeadRow } from '#domain/record/transfer/head-row.ts';
import { resources } from '#resources';

const holiday = resources.find(({ name }) => name === 'holiday');
const rows = (...lines: string[][]) => lines.map((cells, i) => ({ row: i + 1, cells }));
const guess = (...lines: string[][]) => {
  if (!holiday) throw new Error('there are no holidays');
  return guessHeadRow(rows(...lines), holiday);
};

test.each<[string, string[][], number]>([
  [
    'the first row names fields',
    [
      ['date', 'name'],
      ['2026-01-01', '元旦'],
    ],
    1,
  ],
  [
    'a title stands above',
    [
      ['2026 年节假日', '', ''],
      ['日期', '名称', '类型'],
      ['2026-01-01', '元旦', 'x'],
    ],
    2,
  ],
  [
    'a title and a date of print stand above',
    [['节假日表'], ['打印：2026-01-01', '第 1 页'], ['日期', '名称', '类型']],
    3,
  ],
  [
    'no row names a field, and a title stands above',
    [['表'], ['甲', '乙', '丙', '丁'], ['1', '2', '3', '4']],
    2,
  ],
  [
    'no row names a field',
    [
      ['甲', '乙'],
      ['1', '2'],
    ],
    1,
  ],
  ['one column', [['甲'], ['1']], 1],
])('%s', (_, lines, expected) => {
  expect(guess(...lines)).toBe(expected);
});
