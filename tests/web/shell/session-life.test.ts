import { expect, test } from 'vitest';
import { nextLook } from '#web/shell/session-life.ts';

const day = 86_400;
test.each([
  ['no answer', null, { warn: null, afterS: 60 }],
  ['long to live', { endsInS: day, idleEndsInS: 7_200, warnS: 120 }, { warn: null, afterS: 300 }],
  ['soon to warn', { endsInS: day, idleEndsInS: 150, warnS: 120 }, { warn: null, afterS: 30 }],
  ['idle', { endsInS: day, idleEndsInS: 120, warnS: 120 }, { warn: 'idle', afterS: 5 }],
  ['a moment before the end', { endsInS: day, idleEndsInS: 1, warnS: 120 }, { warn: 'idle', afterS: 2 }],
  ['never idle', { endsInS: 1_000, idleEndsInS: null, warnS: 120 }, { warn: null, afterS: 300 }],
  ['too old', { endsInS: 60, idleEndsInS: 7_200, warnS: 120 }, { warn: 'age', afterS: 5 }],
  [
    'too old and idle: staying helps no more',
    { endsInS: 60, idleEndsInS: 60, warnS: 120 },
    { warn: 'age', afterS: 5 },
  ],
])('%s', (_, life, expected) => {
  expect(nextLook(life)).toEqual(expected);
});
