import type { DashboardRecord } from '#domain/record/records.gen.ts';

/** What takes its turn on a wall: the flights of the day, or a dashboard. */
export type WallBoard =
  | { kind: 'flights'; seconds: number }
  | { kind: 'board'; board: DashboardRecord; seconds: number };

/** How the flights of the day are named in an address. */
export const flightsName = 'flights';
/** All that are marked for the wall. */
export const markedName = 'marked';
export const secondsRange = { least: 5, most: 3600, usual: 30 } as const;

/**
 * The boards of a wall and how long each stands: those of the address (`boards=flights,3,5&seconds=20`), else those that are
 * marked for the wall. What is not there, or not for this user, is left out.
 */
export function wallBoards(address: URLSearchParams, boards: readonly DashboardRecord[]): WallBoard[] {
  const given = Number(address.get('seconds'));
  const fits = Number.isInteger(given) && given >= secondsRange.least && given <= secondsRange.most;
  const secondsOf = (own: number) => (fits ? given : own);
  const turn = (board: DashboardRecord): WallBoard => ({
    kind: 'board',
    board,
    seconds: secondsOf(board.wallS ?? secondsRange.usual),
  });
  const names = address.get('boards')?.split(',').filter(Boolean) ?? [];
  if (names.length === 0) return boards.filter(({ wall }) => wall).map(turn);
  return names.flatMap((name): WallBoard[] => {
    if (name === markedName) return boards.filter(({ wall }) => wall).map(turn);
    if (name === flightsName) return [{ kind: 'flights', seconds: secondsOf(secondsRange.usual) }];
    const board = boards.find(({ id }) => String(id) === name);
    return board ? [turn(board)] : [];
  });
}

/** What stands is no longer to be trusted: three answers in a row did not come. */
export function isStale(oldestMs: number | null, refreshS: number, nowMs: number): boolean {
  return oldestMs !== null && nowMs - oldestMs > Math.max(3 * refreshS * 1000, 45_000);
}
