import type { Locale } from '#domain/text/label.ts';
import { textOf } from '#domain/text/locales/catalogue.ts';
import { textIn } from '#domain/text/locales/text-in.ts';
import { thousands } from '#domain/text/numbers.ts';
import type { Visibility, WeatherGroup } from './weather.ts';

const precipitation = new Set(['DZ', 'RA', 'SN', 'SG', 'PL', 'GR', 'GS', 'UP']);

/** `+TSRA` in words: "heavy thunderstorm with rain"; what is not known stays as it was written. */
export function weatherWords(group: WeatherGroup, locale: Locale): string {
  const { intensity, descriptor, phenomena, code } = group;
  const named = (name: string) => textOf(locale, `weather.phenomenon.${name}`);
  const say = (key: string, values: Record<string, string>) =>
    textIn({ key: `weather.${key}`, values }, locale);
  const [first, ...more] = phenomena;
  const whole = named(`${descriptor ?? ''}${phenomena.join('')}`);
  const head = whole ?? named(`${descriptor ?? ''}${first ?? ''}`);
  if (head === undefined) return code;
  const what = whole
    ? whole
    : more.reduce((one, name) => say('group.and', { one, other: named(name) ?? name }), head);
  if (intensity === 'vicinity') return say('group.vicinity', { what });
  // Of plain precipitation Chinese has words for each strength: 小雨, 中雨, 大雨.
  if (descriptor === null && first !== undefined && precipitation.has(first))
    return say(`group.${intensity}Rain`, { what });
  return intensity === 'moderate' ? what : say(`group.${intensity}`, { what });
}

/** `3,000 m`, `10 km or more`, `less than 400 m`: bounds in miles are rounded down to the steps of Annex 3. */
export function visibilityWords({ minimumM, direction, bound }: Visibility, locale: Locale): string {
  const say = (key: string, values: Record<string, string> = {}) =>
    textIn({ key: `weather.${key}`, values }, locale);
  const stepM = minimumM < 800 ? 50 : 100;
  const metres = bound ? Math.floor(minimumM / stepM) * stepM : minimumM;
  const far =
    metres >= 9_999
      ? say('visibility.far')
      : metres >= 5_000 && metres % 1_000 === 0
        ? say('visibility.kilometres', { kilometres: String(metres / 1_000) })
        : say('visibility.metres', { metres: thousands(metres) });
  const visibility = bound ? say(`visibility.${bound}`, { visibility: far }) : far;
  return direction
    ? say('visibility.direction', { visibility, direction: say(`towards.${direction}`) })
    : visibility;
}
