import type { Locale } from '#domain/text/label.ts';
import { clausesText, listText } from '#domain/text/list-text.ts';
import { textIn } from '#domain/text/locales/text-in.ts';
import { formatWall } from '#domain/time/wall-clock.ts';
import type { RunwayCondition, RunwayThird, Snowtam } from './snowtam.ts';

type Say = (key: string, values?: Record<string, string | number>) => string;

/**
 * A SNOWTAM in the words of a language, a line for each runway and one for what is beside them. Times are shown in the zone
 * of the installation; a remark that is not of the format stays as it was written.
 */
export function snowtamWords(
  { runways, remarks }: Snowtam,
  { locale, timeZone }: { locale: Locale; timeZone: string },
): string[] {
  const say: Say = (key, values = {}) => textIn({ key: `notam.snow.${key}`, values }, locale);
  const beside = remarks.map((remark) => remarkText(remark, say));
  return [
    ...runways.map((runway) => runwayText(runway, say, { locale, timeZone })),
    ...(beside.length > 0 ? [say('beside', { text: clausesText(beside, locale) })] : []),
  ];
}

function runwayText(
  { runway, assessedAt, thirds, widthM }: RunwayCondition,
  say: Say,
  { locale, timeZone }: { locale: Locale; timeZone: string },
): string {
  const head =
    assessedAt === null
      ? say('runway', { runway })
      : say('assessed', { runway, at: formatWall(assessedAt, timeZone).slice(5) });
  const texts = thirds?.map((third) => thirdText(third, say, locale)) ?? [];
  const [first = say('unread')] = texts;
  const isEven = texts.every((text) => text === first);
  const parts = isEven
    ? [thirds ? say('whole', { text: first }) : first]
    : texts.map((text, index) => say(`third.${index + 1}`, { text }));
  if (widthM !== null) parts.push(say('width', { metres: widthM }));
  return say('line', { head, text: clausesText(parts, locale) });
}

function thirdText(
  { code, coveragePercent, depthMm, condition }: RunwayThird,
  say: Say,
  locale: Locale,
): string {
  const parts = [
    code === null ? say('noCode') : say('code', { code, means: say(`means.${code}`) }),
    condition === null ? say('noCondition') : say(`on.${condition}`),
    ...(depthMm === null ? [] : [say('depth', { depth: depthMm })]),
    ...(coveragePercent === null ? [] : [say('coverage', { percent: coveragePercent })]),
  ];
  return listText(parts, locale);
}

/** The wordings of the situational awareness section, items I to R. */
const wordings: [RegExp, string, readonly string[]][] = [
  [/^RWY (\d{2}[LCR]?) REDUCED TO (\d{3,4})M?$/, 'reduced', ['runway', 'metres']],
  [/^DRIFTING SNOW$/, 'drifting', []],
  [/^RWY (\d{2}[LCR]?) DRIFTING SNOW$/, 'driftingOn', ['runway']],
  [/^RWY (\d{2}[LCR]?) LOOSE SAND$/, 'sand', ['runway']],
  [/^RWY (\d{2}[LCR]?) CHEMICALLY TREATED$/, 'treated', ['runway']],
  [/^RWY (\d{2}[LCR]?) ADJ SNOWBANKS?$/, 'adjacent', ['runway']],
  [/^TWY ([A-Z0-9]{1,4}) POOR$/, 'taxiway', ['name']],
  [/^ALL TWYS? POOR$/, 'taxiways', []],
  [/^APRON ([A-Z0-9]{1,12}) POOR$/, 'apron', ['name']],
  [/^ALL APRONS? POOR$/, 'aprons', []],
];
const bank = /^(RWY|TWY) ([A-Z0-9]{1,4}) SNOWBANKS? (LR|L|R)(\d{1,3}) FM CL$/;

function remarkText(remark: string, say: Say): string {
  const [, where, name = '', side = '', metres = ''] = bank.exec(remark) ?? [];
  if (where) {
    const place = say(where === 'RWY' ? 'onRunway' : 'onTaxiway', { name });
    return say('bank', { place, side: say(`side.${side}`), metres: Number(metres) });
  }
  for (const [pattern, key, holes] of wordings) {
    const match = pattern.exec(remark);
    if (match)
      return say(key, Object.fromEntries(holes.map((hole, index) => [hole, match[index + 1] ?? ''])));
  }
  return remark;
}
