import type { TextCellProps } from '#web/engine/cells.tsx';
import { decodedIn, WeatherWords } from './weather-words.tsx';

/** What was read of a report, in words; nothing where none could be read. */
export function DecodedCell({ text }: TextCellProps) {
  const weather = decodedIn(text);
  return weather && <WeatherWords decoded={weather} />;
}
