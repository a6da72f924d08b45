import { expect, test } from 'vitest';
import { canonical, hashedText } from '#domain/coordination/record-entry.ts';

test('JSON in one spelling: members by name, at every depth, in whatever order they came', () => {
  expect(canonical({ b: [1, { d: null, c: 'x' }], a: true })).toBe('{"a":true,"b":[1,{"c":"x","d":null}]}');
  expect(canonical({ a: undefined, 中: '"' })).toBe('{"中":"\\""}');
  expect(canonical(JSON.parse('{"y":1.50,"x":-0.0}'))).toBe('{"x":0,"y":1.5}');
});

test('an entry is hashed over all that it says and what was before it', () => {
  const entry = {
    room: 3,
    seq: 2,
    kind: 'message' as const,
    about: 2,
    author: 7,
    authorName: '张三',
    at: '2026-11-23T08:00:00.000Z',
    clientId: null,
    body: { text: '起飞' },
  };
  expect(hashedText('ab', entry)).toBe(
    'ab\n{"about":2,"at":"2026-11-23T08:00:00.000Z","author":7,"authorName":"张三","body":{"text":"起飞"},"clientId":null,"kind":"message","room":3,"seq":2}',
  );
});
