import { expect, test } from 'vitest';
import { sourceStatus } from '#domain/surveillance/source-status.ts';

const nowMs = Date.UTC(2026, 10, 30, 10);
const source = { lastAt: null, octetsPerSecond: 0, errors: 0, deadAfterS: 60, fault: null };

test.each([
  ['waiting', {}],
  ['unreadable', { errors: 1 }],
  ['live', { lastAt: nowMs - 60_000, errors: 4 }],
  ['dead', { lastAt: nowMs - 60_001 }],
  ['dead', { lastAt: nowMs - 60_001, errors: 4 }],
  ['unreadable', { lastAt: nowMs - 60_001, errors: 4, octetsPerSecond: 12 }],
  ['fault', { lastAt: nowMs, fault: { key: 'track.edition.unlikely' } }],
] as const)('is %s with %j', (status, change) => {
  expect(sourceStatus({ ...source, ...change }, nowMs)).toBe(status);
});
