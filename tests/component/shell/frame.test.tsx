import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { open, resize, server } from '#tests/component/support/mount.tsx';
import { css, seen } from '#tests/component/support/ui.ts';
import { setPreferences } from '#web/client/preferences.ts';

/** The frame around every page: what stays in view, and that nothing is listed twice. */

const notice = {
  id: 1,
  level: 2 as const,
  levelText: 'Second level',
  title: 'Notice',
  content: 'East side below 900 m',
  kind: '',
  source: null,
  creatorUserName: null,
  startTime: '2026-11-23T00:00:00.000Z',
  endTime: '2036-11-24T00:00:00.000Z',
  mustAcknowledge: true,
  acknowledgedAt: null,
};

const topOf = (selector: string) =>
  Math.round(document.querySelector(selector)?.getBoundingClientRect().top ?? Number.NaN);

test.each([false, true])(
  'menu, tabs and sidebar stay in view on a long page (fixed header: %s)',
  async (fixedHeader) => {
    server().call('Notice', 'GetControlList', () => [notice]);
    server().call('Reminder', 'GetList', () => []);
    await open('/baseManage/pilotManage/create', { shell: true, locale: 'en' });
    setPreferences({ fixedHeader });
    await resize({ width: 1366, height: 500 });
    await seen(page.getByRole('region', { name: 'Control notices' }));
    await seen(css('.cw-tags'));
    const bars = ['.cw-top', '.cw-tags', '#sidebar'];
    const before = bars.map(topOf);
    const strip = topOf('.cw-strip');
    await seen(css('main#content form'));
    const heading = topOf('main#content h1');
    const scrolled = () => {
      for (const box of document.querySelectorAll('main#content, .cw-scroll')) box.scrollTo({ top: 1e6 });
      return heading - topOf('main#content h1');
    };
    await expect.poll(scrolled).toBeGreaterThan(100);
    // Their places are fractions of a pixel, which a scrollbar may round the other way.
    for (const [index, top] of bars.map(topOf).entries()) {
      expect(Math.abs(top - (before[index] ?? Number.NaN)), bars[index]).toBeLessThanOrEqual(1);
    }
    // The line of notices goes with the page unless the header is fixed.
    expect(Math.abs(topOf('.cw-strip') - strip) <= 1).toBe(fixedHeader);
  },
);

test('the group that the sidebar lists is a link in the menu; folded away, the menu lists it', async () => {
  const screen = await open('/baseManage/pilotManage', { shell: true, locale: 'en' });
  const menu = page.getByRole('navigation', { name: 'Main menu' });
  const sidebar = page.getByRole('navigation', { name: 'Records' });
  await seen(sidebar.getByRole('link', { name: 'Pilots' }));
  const group = menu.getByRole('menuitem', { name: 'Records' });
  await seen(group.getByRole('link', { name: 'Records' }));
  expect(group.element().getAttribute('aria-haspopup')).toBeNull();
  await page.getByRole('button', { name: 'Sidebar' }).click();
  await expect.poll(() => group.element().getAttribute('aria-haspopup')).toBe('true');
  await group.hover();
  await seen(page.getByRole('menu').getByRole('link', { name: 'Pilots' }));
  await page.getByRole('button', { name: 'Sidebar' }).click();
  await expect.poll(() => group.element().getAttribute('aria-haspopup')).toBeNull();
  await group.getByRole('link').click();
  await expect.poll(() => screen.at().pathname).toMatch(/^\/baseManage\//);
});
