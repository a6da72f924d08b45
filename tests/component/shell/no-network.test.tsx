import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { itemList, makeItems, mine, rows } from '#tests/component/engine/list-sample.ts';
import { open, server } from '#tests/component/support/mount.tsx';
import { control, field, seen } from '#tests/component/support/ui.ts';

/** The browser reports no network, as it does of a machine whose server answers on loopback or through a tunnel. */

afterEach(() => void window.dispatchEvent(new Event('online')));

test('a list is requested all the same', async () => {
  makeItems();
  const screen = await open('/permission/dictionary/create');
  await seen(field('code'));
  window.dispatchEvent(new Event('offline'));
  await screen.go(`${itemList}?${mine}`);
  await seen(rows());
});

test('a save is sent and ends', async () => {
  await open('/permission/dictionary/create');
  await seen(field('code'));
  window.dispatchEvent(new Event('offline'));
  await field('code').fill('net');
  await field('name').fill('网络');
  await field('nameEn').fill('Network');
  await control('s');
  await expect.poll(() => server().rows('dictionary')).toHaveLength(1);
  await seen(page.getByText('已保存'));
});
