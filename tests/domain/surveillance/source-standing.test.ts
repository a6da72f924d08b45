import { expect, test } from 'vitest';
import { sourceStanding } from '#domain/surveillance/source-standing.ts';

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
] as const)('is %s with %j', (standing, change) => {
  expect(sourceStanding({ ...source, ...change }, nowMs)).toBe(standing);
});
