import { addCell } from '#web/engine/cells.tsx';

/** What alerts add to the record of one: its figures and its tracks in words. Called once, before the first screen. */
export function addAlertParts(): void {
  addCell('encounter', 'details', async () => ({
    default: (await import('./figures-cell.tsx')).FiguresCell,
  }));
  addCell('encounter', 'tracks', async () => ({ default: (await import('./figures-cell.tsx')).TracksCell }));
}
