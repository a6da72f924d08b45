import { expect, test } from 'vitest';
import { normalizeValue } from '#domain/record/normalize.ts';
import { nearNames } from '#domain/text/near-names.ts';
import { halfWidth } from '#domain/text/width.ts';

const near = (wanted: string, known: string[]) => nearNames(wanted, known, (name) => name);

test('suggests what a slip may have meant, the nearest first, and nothing far', () => {
  const types = ['C172', 'C182', 'PA28', 'Cessna 172 Skyhawk', '运-12', 'B407'];
  expect(near('C127', types)).toEqual(['C172']);
  expect(near('cesna 172 skyhawk', types)).toEqual(['Cessna 172 Skyhawk']);
  expect(near('运12', types)).toEqual(['运-12']);
  expect(near('Ｃ１７２', types)[0]).toBe('C172');
  expect(near('AS350', types)).toEqual([]);
  expect(near(' ', types)).toEqual([]);
});

test('marks are read in letters of full width, sentences stay as they are written', () => {
  expect(halfWidth('Ｂ－１０ＡＢ')).toBe('B-10AB');
  expect(normalizeValue({ type: 'string', 'x-case': 'upper' }, ' ｂ－１０ａｂ ')).toBe('B-10AB');
  expect(normalizeValue({ type: 'string' }, '备注（一）')).toBe('备注（一）');
});
