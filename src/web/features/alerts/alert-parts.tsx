import { lazy, Suspense } from 'react';
import { addCell } from '#web/engine/cells.tsx';

const FiguresCell = lazy(async () => ({ default: (await import('./figures-cell.tsx')).FiguresCell }));
const TracksCell = lazy(async () => ({ default: (await import('./figures-cell.tsx')).TracksCell }));

/** What alerts add to the record of one: its figures and its tracks in words. Called once, before the first screen. */
export function addAlertParts(): void {
  addCell('encounter', 'details', ({ details }) =>
    typeof details === 'string' ? (
      <Suspense>
        <FiguresCell details={details} />
      </Suspense>
    ) : undefined,
  );
  addCell('encounter', 'tracks', ({ tracks }) =>
    typeof tracks === 'string' ? (
      <Suspense>
        <TracksCell tracks={tracks} />
      </Suspense>
    ) : undefined,
  );
}
