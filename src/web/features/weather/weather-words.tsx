import { isObject } from '#domain/text/narrow.ts';
import { type DecodedWeather, weatherKinds } from '#domain/weather/weather.ts';
import { reportWords } from '#domain/weather/words.ts';
import { serviceZone } from '#web/client/clock.ts';
import { useLocale } from '#web/client/locale.ts';
import './weather-words.css';

/** A report in the words of the reader's language, a line for each part. */
export function WeatherWords({ decoded }: { decoded: DecodedWeather }) {
  const lines = reportWords(decoded, { locale: useLocale(), timeZone: serviceZone() });
  return (
    <dl className="cw-weather-words">
      {lines.map(({ part, label, text }, index) => (
        // Lines of one part may say the same.
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a report never change places
        <div key={`${part} ${index}`}>
          <dt>{label}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}

/** What was read of a report of weather; null: it is none. */
export function decodedIn(text: string | null): DecodedWeather | null {
  const value: unknown = text === null ? null : JSON.parse(text);
  const isWeather = isObject(value) && weatherKinds.some((kind) => kind === value.kind);
  return isWeather ? (value as unknown as DecodedWeather) : null;
}
