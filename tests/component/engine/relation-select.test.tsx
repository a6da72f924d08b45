import { beforeEach, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { open, server } from '#tests/component/support/mount.tsx';
import { css, field, gone, seen, texts, unchanged } from '#tests/component/support/ui.ts';

/** A picker of records searches as one types. Enter must choose what was typed, even before the search answers. */

const chosen = () => texts(css('.ant-select:has(#field_company) .ant-select-selection-item'));
const offered = (name: string) =>
  css('.ant-select-dropdown:visible .ant-select-item-option').filter({ hasText: name });

/** Ends the wait of the search for this text. */
let answer = () => {};

beforeEach(async () => {
  const first = Array.from({ length: 30 }, (_, i) => ({ name: `A${String(i).padStart(2, '0')} 通航` }));
  // Not among the thirty that the list begins with.
  server().add('company', ...first, { name: 'Z01 通航' });
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  server().on('GET /api/records/company', async ({ query }) => {
    if (query.get('q') === 'Z01') await answered;
    return undefined;
  });
  await open('/baseManage/aircraftManage/create');
  await field('company').click({ force: true });
  await seen(offered('A00 通航'));
});

test('Enter before the answer waits for it, and never takes what the list began with', async () => {
  await userEvent.keyboard('Z01{Enter}');
  await expect
    .poll(() =>
      server().asked.some(({ path, query }) => path.endsWith('/company') && query.get('q') === 'Z01'),
    )
    .toBe(true);
  await unchanged(chosen, []);
  answer();
  await expect.poll(chosen).toEqual(['Z01 通航']);
  await gone(css('.ant-select-dropdown'));
});

test('what is listed already and has the text is chosen at once', async () => {
  await userEvent.keyboard('A07{Enter}');
  await expect.poll(chosen).toEqual(['A07 通航']);
});

test('a choice is replaced by what is typed then, not kept', async () => {
  await userEvent.keyboard('A07{Enter}');
  await expect.poll(chosen).toEqual(['A07 通航']);
  answer();
  await userEvent.keyboard('Z01{Enter}');
  await expect.poll(chosen).toEqual(['Z01 通航']);
});

test('who types on after Enter has not chosen yet', async () => {
  await userEvent.keyboard('Z01{Enter}');
  await userEvent.keyboard('{Backspace}{Backspace}{Backspace}A03');
  answer();
  await seen(offered('A03 通航'));
  await unchanged(chosen, []);
  await userEvent.keyboard('{Enter}');
  await expect.poll(chosen).toEqual(['A03 通航']);
});
