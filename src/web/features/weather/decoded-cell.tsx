import { decodedIn, WeatherWords } from './weather-words.tsx';

/** What was read of a report, in words; nothing where none could be read. */
export function DecodedCell({ decoded }: { decoded: string }) {
  const weather = decodedIn(decoded);
  return weather && <WeatherWords decoded={weather} />;
}
