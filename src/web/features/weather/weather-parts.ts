import { addCell } from '#web/engine/cells.tsx';

/** What weather adds to the record of a report: its decoded form in words. Called once, before the first screen. */
export function addWeatherParts(): void {
  addCell('weatherReport', 'decoded', async () => ({
    default: (await import('./decoded-cell.tsx')).DecodedCell,
  }));
}
