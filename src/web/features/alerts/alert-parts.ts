import { addCell } from '#web/engine/cells.tsx';

/** How lists and records show an alert's situation, figures and tracks. Called once, before the first screen. */
export function addAlertParts(): void {
  addCell('encounter', 'reason', async () => ({
    default: (await import('./situation-cell.tsx')).SituationCell,
  }));
  addCell('encounter', 'details', async () => ({
    default: (await import('./figures-cell.tsx')).FiguresCell,
  }));
  addCell('encounter', 'tracks', async () => ({ default: (await import('./figures-cell.tsx')).TracksCell }));
}
