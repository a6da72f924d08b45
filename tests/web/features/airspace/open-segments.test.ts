import { expect, test } from 'vitest';
import { openSegments } from '#web/features/airspace/open-segments.ts';

const at = (hour: number) => Date.UTC(2026, 10, 21, hour);
const iso = (hour: number) => new Date(at(hour)).toISOString();
const day = { from: at(0), to: at(10) };

test('what is past stays as it was when an airspace is closed now', () => {
  const openEvents = [
    { id: 1, kind: 'open' as const, from: iso(2), to: null },
    { id: 2, kind: 'close' as const, from: iso(6), to: iso(8) },
  ];
  expect(openSegments(day, { openEvents, openState: 'closed', openChangedAt: iso(6) })).toEqual([
    { from: at(0), to: at(2), state: null },
    { from: at(2), to: at(6), state: 'open' },
    { from: at(6), to: at(8), state: 'closed' },
    { from: at(8), to: at(10), state: 'open' },
  ]);
});

test('without events only the time since it is what it is has its colour', () => {
  expect(openSegments(day, { openEvents: [], openState: 'open', openChangedAt: iso(4) })).toEqual([
    { from: at(0), to: at(4), state: null },
    { from: at(4), to: at(10), state: 'open' },
  ]);
  expect(openSegments(day, { openEvents: [], openState: null, openChangedAt: null })).toEqual([
    { ...day, state: null },
  ]);
});
