import { type Altitude, formatAltitude } from '#domain/geo/altitude.ts';
import { metresPerFoot, mpsPerKnot } from '#domain/geo/units.ts';
import type { Locale } from '#domain/text/label.ts';
import { textOf } from '#domain/text/locales/catalogue.ts';
import { textIn } from '#domain/text/locales/text-in.ts';
import { thousands } from '#domain/text/numbers.ts';
import { formatWall } from '#domain/time/wall-clock.ts';
import { visibilityWords, weatherWords } from './phenomenon-words.ts';
import type {
  AreaWarning,
  CloudLayer,
  Conditions,
  DecodedWeather,
  Forecast,
  Observation,
  RunwayVisualRange,
  TrendPart,
  Wind,
  WindLevel,
  WindsAloft,
} from './weather.ts';

/** In whose words: times are shown in the zone of the installation. */
export interface Wording {
  locale: Locale;
  timeZone: string;
}

/** One line of a report in words: what it is about, and what is said. */
export interface WeatherLine {
  part: string;
  label: string;
  text: string;
}

const compass = 'N NNE NE ENE E ESE SE SSE S SSW SW WSW W WNW NW NNW'.split(' ');

/** The sixteenth of the compass in which a bearing lies: `NNE`. */
export const compassPoint = (degrees: number): string =>
  compass[Math.round(((((degrees % 360) + 360) % 360) / 22.5) % 16) % 16] ?? 'N';

type Values = Record<string, string | number>;

/** A report in the words of a language, line by line in the order of the report. */
export function reportWords(decoded: DecodedWeather, wording: Wording): WeatherLine[] {
  switch (decoded.kind) {
    case 'METAR':
    case 'SPECI':
      return observationWords(decoded, wording);
    case 'TAF':
      return forecastWords(decoded, wording);
    case 'windsAloft':
      return windsWords(decoded, wording);
    default:
      return warningWords(decoded, wording);
  }
}

/** Day, hour and minute on the wall, without the year: `11-23 15:00 CST`. */
const timeText = (at: number, { timeZone }: Wording) => formatWall(at, timeZone).slice(5);

function teller({ locale }: Wording) {
  const say = (key: string, values: Values = {}) => textIn({ key: `weather.${key}`, values }, locale);
  const line = (part: string, text: string): WeatherLine => ({ part, label: say(`part.${part}`), text });
  return { say, line };
}

function observationWords(one: Observation, wording: Wording): WeatherLine[] {
  const { say, line } = teller(wording);
  const head = [
    one.kind === 'SPECI' ? say('report.special') : null,
    one.isCorrected ? say('report.corrected') : null,
    one.isAutomatic ? say('report.automatic') : null,
    one.isMissing ? say('report.missing') : null,
  ].filter((text) => text !== null);
  const lines = [line('report', [timeText(one.observedAt, wording), ...head].join(say('comma')))];
  if (one.isMissing) return lines;
  const ranges = one.runwayVisualRange.map((range) => rangeWords(range, wording));
  const { temperatureC, dewPointC, qnhHpa } = one;
  const groups = (text: string[]) => text.join(say('separator'));
  lines.push(...conditionLines(one, wording, ranges));
  if (temperatureC !== null)
    lines.push(
      line(
        'temperature',
        dewPointC === null
          ? say('temperature.one', { temperature: temperatureC })
          : say('temperature.both', { temperature: temperatureC, dewPoint: dewPointC }),
      ),
    );
  if (qnhHpa !== null) lines.push(line('qnh', say('qnh.value', { hpa: qnhHpa })));
  if (one.recentWeather.length > 0)
    lines.push(line('recent', groups(one.recentWeather.map((group) => weatherWords(group, wording.locale)))));
  if (one.windShear.length > 0) lines.push(line('windShear', one.windShear.join(say('comma'))));
  if (one.isWithoutChange) lines.push(line('trend', say('trend.nosig')));
  lines.push(...one.trend.map((part) => line('trend', partWords(part, wording))));
  if (one.remarks) lines.push(line('remarks', one.remarks));
  return lines;
}

function forecastWords(one: Forecast, wording: Wording): WeatherLine[] {
  const { say, line } = teller(wording);
  const head = [
    one.amendment === 'AMD' ? say('report.amended') : null,
    one.amendment === 'COR' ? say('report.corrected') : null,
    one.amendment === 'CNL' ? say('report.cancelled') : null,
    one.isMissing ? say('report.forecastMissing') : null,
  ].filter((text) => text !== null);
  const lines = [
    line('report', [timeText(one.issuedAt, wording), ...head].join(say('comma'))),
    line('validity', spanText(one.validFrom, one.validTo, wording)),
  ];
  if (one.isMissing || one.amendment === 'CNL') return lines;
  lines.push(...conditionLines(one.base, wording));
  lines.push(...one.changes.map((part) => line('change', partWords(part, wording))));
  const extremes = [
    one.maximumC && { key: 'extremes.maximum', ...one.maximumC },
    one.minimumC && { key: 'extremes.minimum', ...one.minimumC },
  ].flatMap((one) => (one ? [say(one.key, { value: one.value, at: timeText(one.at, wording) })] : []));
  if (extremes.length > 0) lines.push(line('extremes', extremes.join(say('separator'))));
  if (one.remarks) lines.push(line('remarks', one.remarks));
  return lines;
}

function warningWords(one: AreaWarning, wording: Wording): WeatherLine[] {
  const { say, line } = teller(wording);
  const { movement, intensity } = one;
  const lines = [
    line('report', [say(`areaKind.${one.kind}`), one.sequence ?? ''].filter(Boolean).join(' ')),
    line('region', one.fir),
    line('validity', spanText(one.validFrom, one.validTo, wording)),
  ];
  if (one.isCancellation) {
    lines.push(line('report', say('report.warningCancelled', { which: one.cancels ?? '' }).trim()));
    return lines;
  }
  if (one.phenomenon) {
    const phenomenon = warningPhenomenon(one.phenomenon, wording.locale);
    const observed = one.isObserved ? 'observed.yes' : 'observed.no';
    lines.push(line('phenomenon', one.isObserved === null ? phenomenon : say(observed, { phenomenon })));
  }
  if (one.area === null) lines.push(line('area', say('area.whole')));
  if (one.lower || one.upper) lines.push(line('height', heightText(one, wording.locale)));
  if (movement) lines.push(line('movement', movementText(movement, wording.locale)));
  if (intensity) lines.push(line('intensity', say(`intensity.${intensity}`)));
  return lines;
}

function windsWords(one: WindsAloft, wording: Wording): WeatherLine[] {
  const { say, line } = teller(wording);
  return [
    line('report', [say('winds.title'), one.station].join(' ')),
    line('forecast', timeText(one.validAt, wording)),
    line('validity', spanText(one.validFrom, one.validTo, wording)),
    ...one.levels.map(
      (level): WeatherLine => ({
        part: 'height',
        label: formatAltitude(level.altitude),
        text: windLevelText(level, wording.locale),
      }),
    ),
  ];
}

/** Wind and temperature of a level in words. */
export function windLevelText(level: Omit<WindLevel, 'altitude'>, locale: Locale): string {
  const say = (key: string, values: Values = {}) => textIn({ key: `weather.${key}`, values }, locale);
  const { directionDeg, speedMps, temperatureC } = level;
  return [
    speedMps === null ? null : windText({ directionDeg, speedMps, gustMps: null, variableDeg: null }, locale),
    temperatureC === null ? null : say('temperature.one', { temperature: Math.round(temperatureC) }),
  ]
    .filter((text) => text !== null)
    .join(say('comma'));
}

/** `SEV TURB` in words; what is not known stays as it was written. */
export function warningPhenomenon(phenomenon: string, locale: Locale): string {
  const name = warningName(phenomenon);
  return name === 'other' ? phenomenon : (textOf(locale, `weather.warning.${name}`) ?? phenomenon);
}

/** The last part of the key of its words, `SEV_TURB`; `other`: it has none. */
export function warningName(phenomenon: string): string {
  const name = phenomenon.trim().replace(/\W+/g, '_').replace(/_$/, '');
  return textOf('en', `weather.warning.${name}`) || textOf('zh-Hans', `weather.warning.${name}`)
    ? name
    : 'other';
}

/** Between which heights, `FL180 – FL340`, `up to FL300`; empty: it is not said. */
export function heightText({ lower, upper }: Pick<AreaWarning, 'lower' | 'upper'>, locale: Locale): string {
  const say = (key: string, one: Altitude) =>
    textIn({ key: `weather.height.${key}`, values: { height: formatAltitude(one) } }, locale);
  if (lower && upper) return `${formatAltitude(lower)} – ${formatAltitude(upper)}`;
  return lower ? say('from', lower) : upper ? say('upTo', upper) : '';
}

/** Where it moves, in words. */
export function movementText(movement: NonNullable<AreaWarning['movement']>, locale: Locale): string {
  const say = (key: string, values: Values = {}) => textIn({ key: `weather.${key}`, values }, locale);
  if (movement === 'stationary') return say('movement.stationary');
  return say('movement.towards', {
    direction: say(`towards.${compassPoint(movement.directionDeg)}`),
    speed: Math.round(movement.speedMps * 3.6),
  });
}

const spanText = (from: number, to: number, wording: Wording) =>
  teller(wording).say('span', { from: timeText(from, wording), to: timeText(to, wording) });

function partWords(part: TrendPart, wording: Wording): string {
  const { say } = teller(wording);
  const conditions = conditionLines(part.conditions, wording)
    .map(({ text }) => text)
    .join(say('separator'));
  const { from, to, kind } = part;
  if (from === null || (to === null && kind !== 'FM')) return `${say(kindKey(kind))} ${conditions}`;
  return say(`trend.${kind.replace(' ', '')}`, {
    from: timeText(from, wording),
    to: to === null ? '' : timeText(to, wording),
    conditions,
  });
}

/** The text of a kind of change without its times: `weather.kind.PROB30TEMPO` less the area's name. */
const kindKey = (kind: TrendPart['kind']) => `kind.${kind.replace(' ', '')}`;

/** What a group of conditions says, line by line; `ranges` stand after the visibility. */
export function conditionLines(
  conditions: Conditions,
  wording: Wording,
  ranges: readonly string[] = [],
): WeatherLine[] {
  const { say, line } = teller(wording);
  const { wind, cavok, visibility, weather, cloud, noCloud, verticalVisibilityFt } = conditions;
  const lines: WeatherLine[] = [];
  if (wind) lines.push(line('wind', windText(wind, wording.locale)));
  if (cavok) lines.push(line('visibility', say('visibility.cavok')));
  else if (visibility) lines.push(line('visibility', visibilityWords(visibility, wording.locale)));
  if (ranges.length > 0) lines.push(line('rvr', ranges.join(say('separator'))));
  if (weather.length > 0)
    lines.push(
      line('weather', weather.map((group) => weatherWords(group, wording.locale)).join(say('separator'))),
    );
  else if (conditions.noSignificantWeather) lines.push(line('weather', say('weather.none')));
  const layers = cloud.map((layer) => layerText(layer, wording));
  if (verticalVisibilityFt !== null) layers.push(say('cloud.vertical', heights(verticalVisibilityFt)));
  if (noCloud !== null) layers.push(say(`cloud.${noCloud}`));
  if (layers.length > 0) lines.push(line('cloud', layers.join(say('separator'))));
  return lines;
}

/** Ten metres is what a reported base is worth. */
const heights = (feet: number) => ({
  feet: thousands(feet),
  metres: thousands(Math.round((feet * metresPerFoot) / 10) * 10),
});

function layerText({ amount, baseFt, type }: CloudLayer, wording: Wording): string {
  const { say } = teller(wording);
  const named = say(`cloud.${amount ?? 'unknown'}`);
  const layer = baseFt === null ? named : say('cloud.at', { amount: named, ...heights(baseFt) });
  return type ? say(`cloud.${type}`, { layer }) : layer;
}

/** A wind in words, in m/s as Chinese reports have it, with knots beside. */
export function windText({ directionDeg, speedMps, gustMps, variableDeg }: Wind, locale: Locale): string {
  const say = (key: string, values: Values = {}) => textIn({ key: `weather.${key}`, values }, locale);
  const knots = (mps: number) => Math.round(mps / mpsPerKnot);
  const speed = { speed: Math.round(speedMps), knots: knots(speedMps) };
  if (speedMps === 0 && gustMps === null) return say('wind.calm');
  let wind =
    directionDeg === null
      ? say('wind.variable', speed)
      : say('wind.from', {
          ...speed,
          degrees: String(Math.round(directionDeg)).padStart(3, '0'),
          direction: say(`direction.${compassPoint(directionDeg)}`),
        });
  if (gustMps !== null)
    wind = say('wind.gust', { wind, gust: Math.round(gustMps), gustKnots: knots(gustMps) });
  if (variableDeg) wind = say('wind.between', { wind, from: variableDeg[0], to: variableDeg[1] });
  return wind;
}

function rangeWords({ runway, lowM, highM, bound, tendency }: RunwayVisualRange, wording: Wording): string {
  const { say } = teller(wording);
  const range =
    highM === null
      ? say(`rvr.${bound ?? 'one'}`, { runway, metres: lowM })
      : say('rvr.between', { runway, low: lowM, high: highM });
  return tendency ? say(`rvr.${tendency}`, { range }) : range;
}
