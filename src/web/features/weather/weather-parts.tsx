import { lazy, Suspense } from 'react';
import { addCell } from '#web/engine/cells.tsx';

const DecodedCell = lazy(async () => ({ default: (await import('./decoded-cell.tsx')).DecodedCell }));

/** What weather adds to the record of a report: its decoded form in words. Called once, before the first screen. */
export function addWeatherParts(): void {
  addCell('weatherReport', 'decoded', ({ decoded }) =>
    typeof decoded === 'string' ? (
      <Suspense>
        <DecodedCell decoded={decoded} />
      </Suspense>
    ) : undefined,
  );
}
