import { readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { Locale } from '#domain/text/label.ts';
import { sharedTexts } from '#domain/text/locales/index.ts';
import { webTexts } from '#scripts/read-texts.ts';
import { resources } from '../../resources.config.ts';
import { read, root } from './sources.ts';

interface Wording {
  where: string;
  locale: Locale;
  text: string;
}

/** Every text of a value that is given in both languages: labels, helps and names of choices. */
function labelsOf(value: unknown, where: string): Wording[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, one]): Wording[] =>
    typeof one === 'string' && (name === 'zh-Hans' || name === 'en')
      ? [{ where, locale: name, text: one }]
      : labelsOf(one, `${where}.${name}`),
  );
}

const inCatalogues = [webTexts, sharedTexts].flatMap((texts) =>
  (['zh-Hans', 'en'] as const).flatMap((locale) =>
    Object.entries(texts[locale]).map(([where, text]): Wording => ({ where, locale, text })),
  ),
);
const inSchemas = readdirSync(path.join(root, 'schemas'))
  .filter((name) => name.endsWith('.json'))
  .flatMap((name) => labelsOf(JSON.parse(read(`schemas/${name}`)), name));
const inResources = resources.flatMap(({ schema: _, ...resource }) => labelsOf(resource, resource.name));

/** Rejected wordings, each with an example and what to write in its place. */
const rejected: Record<Locale, readonly (readonly [pattern: RegExp, was: string, better: string])[]> = {
  en: [
    [/\bDecide by\b/, 'Decide by', 'Decision due'],
    [/\bDeparture in\b/, 'Departure in 11-24 09:30', 'Departs'],
    [/\{\{action\}\} done\b/, '{{name}}: {{action}} done', '{{name}} approved'],
    [/^Not now\b/, 'Not now {{count}}', 'Unavailable ({{count}})'],
    [/\bCopies count\b/, 'Copies count the callsign on', 'Number callsigns when copying'],
    [/^Add to \{\{/, 'Add to {{title}}', 'Add {{title}}'],
    [/\bhow high$/, 'Where and how high', 'Map and altitudes'],
    [/^Being decided\b/, 'Being decided', 'Awaiting decision'],
    [/^Waiting for me\b/, 'Waiting for me {{count}}', 'My approvals {{count}}'],
    [/^Quick add plan$/, 'Quick add plan', 'New plan'],
    [/\bby themselves\b/, 'are checked by themselves', 'are checked automatically'],
    [/\bhas no (unit|datum)\b/, '“{{text}}” has no unit and datum', 'Add unit and datum, e.g. 300m AGL'],
    [
      /(?<!\bthere )\b(is|are) no (?!longer\b)/i,
      '“{{text}}” is no day',
      "“{{text}}” isn't a date; Not a valid registration, e.g. B-10AB",
    ],
    [/\bregistration mark\b/, 'This is a wrong registration mark', 'Not a valid registration'],
    [/\bspaces? (his|their) own flights\b/, 'An operator spaces his own flights', 'Operators separate them'],
    [/\bstands? against\b/, 'Nothing stands against it', 'No problems found'],
    [
      /^There is (no|neither a) (contact|telephone|departure|destination|upper limit|route|extent|addressee|text|Q-line)\b/,
      'There is no contact',
      'Contact missing',
    ],
    [/\bformer value\b/, 'Give back the former value', 'Restore previous value'],
    [/^(Right|Wrong)$/, 'Right', 'Valid'],
    [/\b(right|wrong) rows\b|\brows are (right|wrong)\b/, 'All {{count}} rows are right.', 'rows are valid'],
    [/\b(nothing wrong|not right)\b/, '{{count}} steps, nothing wrong', 'no problems found'],
    [/\bmend(s|ed|ing)?\b/i, 'mend the file', 'correct the file'],
    [/\bnames (\d+|\{\{count\}\}) records\b/, '"C172" names 2 records', 'matches 2 records; choose one'],
    [/\bcolumns? (is|are) left out\b/, '{{count}} columns are left out', '{{count}} columns not imported'],
    [/^(Fewest|Most) characters$/, 'Fewest characters', 'Minimum length'],
    [/\b[Ff]ields of (the product|its own)\b/, 'Fields of the product ({{count}})', 'Built-in fields'],
    [/\b(have a|registration) ticket\b/i, 'I have a ticket', 'I have an application link'],
    [/\broles do not open\b/, 'Your roles do not open this page', "You don't have access to this page"],
    [
      /\b[Nn]othing (that you typed|typed|of yours) is lost\b|\byou typed is still here\b/,
      'Nothing that you typed is lost',
      'Your entries are kept',
    ],
    [/\b(in|outside) (its|their) times of use\b/i, 'In its times of use', 'Within hours of use'],
    [/^Hand to$|\bhand it to\b/, 'Hand to', 'Assign to'],
    [/^Set aside$|: set aside$/, 'Set aside', 'Dismiss'],
    [
      /^Living$|\bliving tokens\b/,
      'At most {{most}} living tokens each',
      'No more than {{most}} active tokens',
    ],
    [/\bcould not be had\b/, 'The report could not be had', 'The report could not be loaded'],
    [
      /\btime of this link is over\b|\bcode is over\b/,
      'The time of this link is over',
      'This link has expired',
    ],
    [/\bsound outline\b/, 'The figures make no sound outline', 'do not form a valid outline'],
    [/\bJudged? false\b/, 'Judge false', 'Mark as false alert'],
  ],
  'zh-Hans': [
    [/^距起飞/, '距起飞 11-23 15:00', '预计起飞'],
    [/^暂不可用\s*\{\{/, '暂不可用 {{count}}', '暂不可操作（{{count}}）'],
    [/：已(起飞|落地)?报告$|已(起飞|落地)报告/, 'FP1：已起飞报告', '起飞报告已提交'],
    [/内容仍在/, '未能完成，所填内容仍在', '提交失败，内容已保留'],
    [/点加半径/, '点加半径', '圆心半径'],
    [/十进制度(?!数)/, '十进制度', '十进制度数'],
    [/末个架次/, '复制末个架次', '复制上一架次'],
    [/离开本表/, '已受理的离开本表', '提交成功的将移出本表'],
    [/运营人/, '运营人', '运行单位'],
    [/编辑长期计划/, '编辑长期计划', '新增长期计划'],
  ],
};

const rejectedIn = ({ locale, text }: Wording) =>
  rejected[locale].filter(([pattern]) => pattern.test(text)).map(([, , better]) => better);

test.each(
  Object.values(rejected)
    .flat()
    .map(([pattern, was, better]) => ({ pattern, was, better })),
)('the pattern $pattern finds $was, and not $better', ({ pattern, was, better }) => {
  expect(was).toMatch(pattern);
  expect(better).not.toMatch(pattern);
});

test.each([
  ['the catalogues', inCatalogues, 6000],
  ['the labels and helps of schemas/', inSchemas, 2000],
  ['the labels and helps of resources.config.ts', inResources, 100],
])('no text of %s has a rejected wording', (_, wordings, least) => {
  expect(wordings.length).toBeGreaterThan(least);
  const found = wordings.flatMap((one) => rejectedIn(one).map((better) => ({ ...one, better })));
  expect(found).toEqual([]);
});
