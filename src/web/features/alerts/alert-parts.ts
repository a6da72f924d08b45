import { i18n } from '#web/client/i18n.ts';
import { addCell } from '#web/engine/cells.tsx';
import { addWord, type RecordValues } from '#web/engine/labels.ts';
import { recordReason } from './alert-reason.ts';

/** How lists and records show an alert's situation, values and tracks. Called once, before the first screen. */
export function addAlertParts(): void {
  addCell('encounter', 'reason', async () => ({
    default: (await import('./situation-cell.tsx')).SituationCell,
  }));
  addWord('encounter', 'reason', titleWord);
  addWord('encounter', 'reasonEn', titleWord);
  addCell('encounter', 'details', async () => ({
    default: (await import('./figures-cell.tsx')).FiguresCell,
  }));
  addCell('encounter', 'tracks', async () => ({ default: (await import('./figures-cell.tsx')).TracksCell }));
}

/** For titles and tabs, which are not updated each second. */
function titleWord(value: unknown, record: RecordValues): string {
  return recordReason(i18n.t, record) ?? String(value);
}
