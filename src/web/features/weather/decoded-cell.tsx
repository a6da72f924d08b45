import type { CellProps } from '#web/engine/cells.tsx';
import { decodedIn, WeatherWords } from './weather-words.tsx';

/** What was read of a report, in words; nothing where none could be read. */
export function DecodedCell({ value }: CellProps) {
  const weather = decodedIn(String(value));
  return weather && <WeatherWords decoded={weather} />;
}
