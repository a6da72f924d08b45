import { addCell } from '#web/engine/cells.tsx';

/** What alerts add to the record of one: its situation as it is now, its figures and its tracks in words. Called once, before the first screen. */
export function addAlertParts(): void {
  addCell('encounter', 'reason', async () => ({
    default: (await import('./situation-cell.tsx')).SituationCell,
  }));
  addCell('encounter', 'details', async () => ({
    default: (await import('./figures-cell.tsx')).FiguresCell,
  }));
  addCell('encounter', 'tracks', async () => ({ default: (await import('./figures-cell.tsx')).TracksCell }));
}
