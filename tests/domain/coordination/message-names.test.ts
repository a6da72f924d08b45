import { expect, test } from 'vitest';
import { namesIn, withNames } from '#domain/coordination/message-names.ts';

const message = {
  text: '请何远确认',
  authorName: '顾平',
  quote: { authorName: '何远', text: '收到' },
  event: { type: 'joined', users: [{ id: 3, name: '石磊' }] },
  demand: { receivers: [{ userId: 4, name: '何远' }], next: [{ id: 5, name: '罗川' }] },
};

test('lists everyone that a message names', () => {
  expect(namesIn(message)).toEqual(['顾平', '何远', '石磊', '何远', '罗川']);
});

test('replaces names of people and nothing else; people without another name keep theirs', () => {
  const names = { 顾平: 'GU Ping', 何远: 'HE Yuan', 石磊: 'SHI Lei' };
  expect(withNames(message, names)).toEqual({
    text: '请何远确认',
    authorName: 'GU Ping',
    quote: { authorName: 'HE Yuan', text: '收到' },
    event: { type: 'joined', users: [{ id: 3, name: 'SHI Lei' }] },
    demand: { receivers: [{ userId: 4, name: 'HE Yuan' }], next: [{ id: 5, name: '罗川' }] },
  });
});

test('takes messages that name only their author', () => {
  const plain = { authorName: '顾平', quote: null, event: null, demand: null };
  expect(withNames(plain, { 顾平: 'GU Ping' })).toEqual({ ...plain, authorName: 'GU Ping' });
});
