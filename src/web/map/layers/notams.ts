import type { NotamArea } from '#contract/notam.ts';
import { formatLimits } from '#domain/geo/altitude.ts';
import type { Label, Locale } from '#domain/text/label.ts';
import { clausesText } from '#domain/text/list-text.ts';
import { timesText } from '#web/client/clock.ts';
import { callService } from '#web/client/services.ts';
import type { FeatureStyle, MapFeature } from './map-feature.ts';

const hourMs = 3_600_000;
/** A moment before now, so that what has just ended says so; and beyond the end of the slider. */
const [beforeMs, aheadMs] = [hourMs, 26 * hourMs];
/** Before the slider passes the end of what was loaded. */
export const notamsEveryMs = hourMs;
/** So many hours of it stand on its card. */
const mostTimes = 4;

const names = {
  valid: { 'zh-Hans': '启用', en: 'Active' },
  levels: { 'zh-Hans': '高度', en: 'Levels' },
  text: { 'zh-Hans': '正文', en: 'Text' },
  area: { 'zh-Hans': '区域', en: 'Area' },
  circle: { 'zh-Hans': 'Q 行的圆，以正文为准', en: 'Circle of the Q-line; the text tells more' },
} satisfies Record<string, Label>;

/** Areas of the NOTAMs of the next 24 hours, each with the hours at which it is active. */
export async function loadNotams(locale: Locale, signal: AbortSignal): Promise<MapFeature[]> {
  const now = Date.now();
  const answer = await callService('Notam', 'GetAreas', {
    from: new Date(now - beforeMs).toISOString(),
    to: new Date(now + aheadMs).toISOString(),
  });
  return signal.aborted ? [] : answer.items.map((one) => notamFeature(one, locale));
}

/** Taken air is told from a warning by its filling; the circle of a Q-line by its dashes. */
export function notamStyle({ effect, areaFrom }: Pick<NotamArea, 'effect' | 'areaFrom'>): FeatureStyle {
  const dash = areaFrom === 'qLine' ? { dash: [3, 5] } : {};
  return effect === 'hold'
    ? { colour: 'notam', width: 2, inside: 'hatch', ...dash }
    : { colour: 'notam', width: 1.4, inside: effect === 'warn' ? 'wash' : 'none', ...dash };
}

export function notamFeature(notam: NotamArea, locale: Locale): MapFeature {
  const { id, number, words, area, lower, upper, times, text, textZh, areaFrom } = notam;
  const iso = (at: number) => new Date(at).toISOString();
  const limits = formatLimits(lower, upper);
  return {
    id: `notam-${id}`,
    geometry: area,
    style: notamStyle(notam),
    label: `${number ?? ''}\n${limits}`,
    labelMinZoom: 7,
    rank: 22,
    limits: { lower, upper },
    holds: times,
    byOutline: areaFrom === 'qLine',
    card: {
      title: `${number ?? ''} ${words[locale]}`.trim(),
      facts: [
        [
          names.valid[locale],
          clausesText(
            times.slice(0, mostTimes).map(({ from, to }) => timesText(iso(from), iso(to))),
            locale,
          ),
        ],
        [names.levels[locale], limits],
        [names.text[locale], locale === 'en' ? text : (textZh ?? text)],
        ...(areaFrom === 'qLine'
          ? [[names.area[locale], names.circle[locale]] satisfies [string, string]]
          : []),
      ],
      link: `/information/notice?notam=${id}`,
    },
  };
}
