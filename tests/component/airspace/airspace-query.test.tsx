import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { open, server } from '#tests/component/support/mount.tsx';
import { css, number, seen, tooWide, validated } from '#tests/component/support/ui.ts';
import { airspaceItem } from './airspace-sample.ts';

/** Airspaces by place, time, level and kind. */

test('in English the query is accessible and no wider than a phone', async () => {
  server().call('Airspace', 'Page', () => ({ totalCount: 2, items: [airspaceItem(1), airspaceItem(2)] }));
  await open('/situation/airspaceQuery', { phone: true, locale: 'en' });
  await number(css('.airspace-found > li'), 2);
  await seen(page.getByText('空域 1'));
  expect(await validated('query of airspaces')).toEqual([]);
  expect(tooWide('main#content')).toBe(0);
});
