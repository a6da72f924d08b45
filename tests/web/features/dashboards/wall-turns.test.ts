import { expect, test } from 'vitest';
import type { DashboardRecord } from '#domain/record/records.gen.ts';
import { isStale, wallBoards } from '#web/features/dashboards/wall-turns.ts';

const board = (id: number, part: Partial<DashboardRecord> = {}) =>
  ({
    id,
    name: `B${id}`,
    wall: false,
    wallS: 40,
    refreshS: 60,
    tiles: [],
    ...part,
  }) as unknown as DashboardRecord;
const boards = [board(1, { wall: true }), board(2), board(3, { wall: true, wallS: 15 })];
const turns = (address: string) =>
  wallBoards(new URLSearchParams(address), boards).map((turn) => [
    turn.kind === 'board' ? turn.board.id : turn.kind,
    turn.seconds,
  ]);

test('the boards that are marked for the wall, each for its own time', () => {
  expect(turns('')).toEqual([
    [1, 40],
    [3, 15],
  ]);
});

test('those of the address, in its order, with the flights of the day; what is not there is left out', () => {
  expect(turns('boards=3,flights,2,99')).toEqual([
    [3, 15],
    ['flights', 30],
    [2, 40],
  ]);
  expect(turns('boards=2,flights&seconds=20')).toEqual([
    [2, 20],
    ['flights', 20],
  ]);
  expect(turns('boards=2&seconds=1')).toEqual([[2, 40]]);
  expect(turns('boards=flights,marked').map(([name]) => name)).toEqual(['flights', 1, 3]);
});

test('figures are stale when three answers did not come, and not before the first', () => {
  expect(isStale(null, 30, 1e9)).toBe(false);
  expect(isStale(0, 30, 89_000)).toBe(false);
  expect(isStale(0, 30, 91_000)).toBe(true);
  expect(isStale(0, 10, 44_000)).toBe(false);
  expect(isStale(0, 10, 46_000)).toBe(true);
});
