import { describe, expect, test } from 'vitest';
import { framesOf, framesText, groupKey, type StackFrame } from '#domain/text/stack-trace.ts';

const at = (name: string | null, file: string, line: number, column: number): StackFrame => ({
  function: name,
  file,
  line,
  column,
});

describe('frames of a trace', () => {
  test.each<[string, string, StackFrame[]]>([
    [
      'V8',
      'TypeError: x is undefined\n    at save (http://h:1/assets/a-1.js:10:20)\n    at http://h:1/assets/a-1.js:1:2\n    at async Promise.all (index 0)\n    at new Foo (<anonymous>)\n    at async load (http://h/assets/b.js?v=1:3:4)',
      [
        at('save', 'http://h:1/assets/a-1.js', 10, 20),
        at(null, 'http://h:1/assets/a-1.js', 1, 2),
        at('load', 'http://h/assets/b.js?v=1', 3, 4),
      ],
    ],
    [
      'Firefox',
      'save@http://h/assets/a.js:10:20\n@http://h/assets/a.js:1:2\n',
      [at('save', 'http://h/assets/a.js', 10, 20), at(null, 'http://h/assets/a.js', 1, 2)],
    ],
    ['nothing', '', []],
    ['no trace', 'just words: and 12:34', []],
    ['a line without a column', '    at f (x.js:1)', []],
  ])('of %s', (_, stack, frames) => {
    expect(framesOf(stack)).toEqual(frames);
  });

  test('are at most fifty', () => {
    expect(framesOf('    at f (a.js:1:1)\n'.repeat(1000))).toHaveLength(50);
  });

  test('are written one a line', () => {
    expect(framesText([at('f', 'a.ts', 1, 2), at(null, 'b.ts', 3, 4)])).toBe('f (a.ts:1:2)\nb.ts:3:4');
  });
});

describe('what is one error', () => {
  const error = {
    name: 'TypeError',
    message: 'record 7 has no name',
    frames: [at('f', 'a.ts', 1, 2)],
    page: '/x/7',
  };
  test.each<[string, Partial<typeof error>]>([
    ['another figure in the message', { message: 'record 8 has no name' }],
    ['another column', { frames: [at('f', 'a.ts', 1, 9)] }],
    ['another page', { page: '/y' }],
    [
      'another end of the trace',
      {
        frames: [...error.frames, at('g', 'b.ts', 1, 1), at('h', 'c.ts', 1, 1), at('i', 'd.ts', 1, 1)].slice(
          0,
          1,
        ),
      },
    ],
  ])('the same with %s', (_, change) => {
    expect(groupKey({ ...error, ...change })).toBe(groupKey(error));
  });
  test.each<[string, Partial<typeof error>]>([
    ['another kind', { name: 'RangeError' }],
    ['another message', { message: 'record 7 has no code' }],
    ['another place', { frames: [at('f', 'a.ts', 2, 2)] }],
  ])('another with %s', (_, change) => {
    expect(groupKey({ ...error, ...change })).not.toBe(groupKey(error));
  });
  test('without a trace the page tells', () => {
    const bare = { ...error, frames: [] };
    expect(groupKey({ ...bare, page: '/x/8' })).toBe(groupKey(bare));
    expect(groupKey({ ...bare, page: '/y/8' })).not.toBe(groupKey(bare));
  });
});
