import { describe, expect, test } from 'vitest';
import { filterOf, inputOf, searchOf } from '#web/features/messages/message-state.ts';
import { errorsAtEnd, segmentsOf } from '#web/features/messages/segments.ts';

const field = (column: number, length: number, number = '7') => ({
  field: number,
  name: 'x',
  column,
  length,
});
const error = (column: number, length: number, message = 'wrong') => ({
  field: '7',
  column,
  length,
  message,
});

describe('the stretches of a message', () => {
  const text = '(FPL-B7QA-VG)';
  test.each([
    ['nothing known', [], []],
    ['fields', [field(1, 3, '3'), field(5, 4), field(10, 2, '8')], []],
    ['a fault inside a field', [field(5, 4)], [error(6, 1)]],
    ['a fault across two fields', [field(5, 4), field(10, 2, '8')], [error(7, 4)]],
    ['a fault beyond the end', [field(5, 4)], [error(13, 1), error(40, 3)]],
    ['faults on one another', [field(5, 4)], [error(5, 4), error(6, 2, 'also')]],
  ])('with %s are the text, to the letter', (_, fields, errors) => {
    const runs = segmentsOf(text, fields, errors);
    expect(runs.flatMap(({ segments }) => segments.map((one) => one.text)).join('')).toBe(text);
    expect(runs.every(({ segments }) => segments.every((one) => one.text !== ''))).toBe(true);
  });

  test('mark what is wrong at its letters, and name the field around it', () => {
    const runs = segmentsOf(text, [field(5, 4)], [error(6, 2)]);
    expect(runs.map(({ field: own, segments }) => [own?.field, segments.map((one) => one.text)])).toEqual([
      [undefined, ['(FPL-']],
      ['7', ['B', '7Q', 'A']],
      [undefined, ['-VG)']],
    ]);
    expect(runs[1]?.segments[1]?.errors).toHaveLength(1);
  });

  test('what is missing at the end has its place there', () => {
    expect(errorsAtEnd(text, [error(13, 1), error(5, 1)])).toEqual([error(13, 1)]);
    expect(segmentsOf('', [], [])).toEqual([]);
  });
});

describe('the address of the receipts', () => {
  test.each([
    ['', ''],
    [
      'states=failed,pending&types=DEP&direction=out&text=B10QA&plan=7&from=2026-11-01&to=2026-11-02&page=3',
      null,
    ],
    ['states=lost&types=XXX&direction=up&plan=0&from=2026-13-01&page=-1', ''],
  ])('%s says what it can', (given, expected) => {
    const filter = filterOf(new URLSearchParams(given));
    const again = searchOf(filter);
    expect(filterOf(again)).toEqual(filter);
    if (expected !== null) expect(again.toString()).toBe(expected);
    else expect(filter).toMatchObject({ states: ['pending', 'failed'], plan: 7, page: 3 });
  });

  test('days are those of the wall, the last one whole', () => {
    const filter = filterOf(new URLSearchParams('from=2026-11-01&to=2026-11-02&page=2'));
    expect(inputOf(filter)).toMatchObject({
      from: '2026-10-31T16:00:00.000Z',
      to: '2026-11-02T16:00:00.000Z',
      skipCount: 20,
    });
  });
});
