import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { open, server } from '#tests/component/support/mount.tsx';
import { css, seen } from '#tests/component/support/ui.ts';

/** The legend has what the layers draw, in the language and theme of the screen. */

const settings = {
  center: [30.6, 104] as [number, number],
  zoom: 9,
  tileUrl: null,
  basemapUrl: null,
  boundariesUrl: null,
  coverage3d: [],
};

const words = {
  en: {
    legend: 'Legend',
    entries: [
      'Coasting: not heard',
      'Alert: advisory',
      'Alert: group',
      'To closest approach or entry',
      'Closest approach or entry',
      'Data in doubt, see the card',
      'Expired',
      'Range ring',
      'Centre line of a corridor',
      'Runway, to scale',
      'Unknown',
      'Wind: half barb 5 kt, barb 10 kt, flag 50 kt',
      'NOTAM: holds plans',
      'NOTAM: circle of the Q-line',
      'Notice: activity stopped',
      'River',
      'Contour',
    ],
  },
  'zh-Hans': {
    legend: '图例',
    entries: [
      '外推航迹（未收到信号）',
      '告警：提示',
      '告警：机群',
      '最近点或进入点',
      '数据存疑，见目标卡片',
      '已过期',
      '航行通告：阻止计划',
      '通告：停止活动',
      '河流',
      '等高线',
    ],
  },
};

test.each([
  ['en', 'light'],
  ['zh-Hans', 'dark'],
] as const)('in %s, %s', async (locale, theme) => {
  server().call('Map', 'GetSettings', () => settings);
  server().call('Navigation', 'GetActiveNAircrafts', () => ({ items: [] }));
  await open('/flightWatch/situationmap', { locale, theme });
  const { legend, entries } = words[locale];
  const section = page.getByRole('button', { name: legend, exact: true });
  await seen(section);
  // By its key: banners that come meanwhile push the panel down, and a click beside it opens another section.
  (section.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  const list = css('.cw-legend');
  for (const entry of entries) await seen(list.getByText(entry, { exact: true }));
  // A sign for each word, and no two alike in the same group.
  for (const group of list.element().querySelectorAll('ul')) {
    const signs = [...group.querySelectorAll('canvas')].map((canvas) => canvas.toDataURL());
    expect(signs).toHaveLength(group.querySelectorAll('li').length);
    expect(new Set(signs).size).toBe(signs.length);
  }
});
