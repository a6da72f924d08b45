import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { BriefedItem } from '#contract/briefing.ts';
import { mount } from '#tests/component/support/mount.tsx';
import { InformationItems } from '#web/features/briefing/information-items.tsx';

/** Information as a briefing shows and prints it: winds by leg with what changed, a SNOWTAM by runway beside its text. */

const blank = { raw: null, from: null, to: null, lower: null, upper: null, geometry: null, grave: false };
const wind = (speed: number) => ({
  ...blank,
  key: 'wind:0:0',
  kind: 'wind' as const,
  resource: 'weatherReport',
  id: speed,
  title: '0–95 km · 1,200 m AMSL',
  zh: `风 270° ${speed} m/s；气温 -4 °C；顶风 ${speed} m/s`,
  en: `wind 270° ${speed} m/s; temperature -4 °C; head wind ${speed} m/s`,
  from: '2026-11-21T00:00:00.000Z',
  to: '2026-11-21T06:00:00.000Z',
});
const snow = {
  ...blank,
  key: 'notam:snowtam:ZUGH',
  kind: 'notam' as const,
  resource: 'notam',
  id: 3,
  title: 'SNOWTAM ZUGH',
  raw: '(SNOWTAM 0012\nZUGH\n11210055 13 5/5/5 WET/WET/WET)',
  zh: '跑道 13：全长 跑道状况代码 5（好）、湿\n其他：滑行道 B 状况差',
  en: 'Runway 13: whole length RWYCC 5 (good), wet\nAlso: taxiway B poor',
};
const article = {
  ...blank,
  key: 'article:order371:16',
  kind: 'document' as const,
  resource: 'documentArticle',
  id: 5,
  title: '通用航空飞行管制条例 第 16 条',
  titleEn: 'Order 371, art. 16',
  zh: '拟飞行前 1 日 15 时前申请',
  en: 'Filed by 15:00 on the day before',
};
const items: BriefedItem[] = [
  { item: wind(15), change: 'changed', before: wind(8) },
  { item: snow, change: null, before: null },
  { item: article, change: null, before: null },
];

test.each([false, true])('winds by leg and a SNOWTAM are read in words (printed: %s)', async (printed) => {
  await mount(
    <MemoryRouter>
      <InformationItems items={items} printed={printed} />
    </MemoryRouter>,
    { locale: 'en' },
  );
  const winds = page.getByRole('region', { name: 'Wind and temperature by leg' });
  await expect.element(winds).toHaveTextContent('0–95 km · 1,200 m AMSL');
  await expect.element(winds).toHaveTextContent('wind 270° 15 m/s; temperature -4 °C; head wind 15 m/s');
  await expect.element(winds.getByText('Changed')).toBeVisible();
  await expect.element(winds).toHaveTextContent('When briefed: wind 270° 8 m/s');
  const notams = page.getByRole('region', { name: 'NOTAMs' });
  await expect.element(notams.getByText('11210055 13 5/5/5', { exact: false })).toBeVisible();
  const words = notams.getByText('Runway 13: whole length', { exact: false });
  expect(getComputedStyle(words.element()).whiteSpaceCollapse).toBe('preserve-breaks');
  const documents = page.getByRole('region', { name: 'Documents' });
  await expect.element(documents).toHaveTextContent('Order 371, art. 16');
  const links = documents.getByRole('link').all();
  expect(links.map((link) => link.element().getAttribute('href'))).toEqual(
    printed ? [] : ['/governmentInformation?document=order371&article=16'],
  );
});
