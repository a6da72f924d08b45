import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { inputMethod } from '#tests/component/support/input-method.ts';
import { open, server } from '#tests/component/support/mount.tsx';
import { control, css, gone, seen, typedIn, unchanged } from '#tests/component/support/ui.ts';

/** Chinese typed with an input method in the command palette and at sign-in. */

const quiet = '/permission/updateLog';
const palette = () => page.getByRole('combobox', { name: '命令面板' });
const active = () => css('[role=option][aria-selected=true]');

test('the keys of a composition neither open, move nor close the palette; Enter then opens what was composed', async () => {
  server().call('Search', 'Find', () => ({ items: [] }));
  const screen = await open(quiet, { shell: true });
  await seen(css('main#content h1'));
  await control('k');
  await seen(active());
  const first = active().element().id;
  await inputMethod.press('ArrowDown');
  await unchanged(() => active().element().id, first);
  await inputMethod.compose('zidian');
  await inputMethod.pressAll();
  await seen(palette());
  await unchanged(() => typedIn(palette()), 'zidian');
  expect(screen.at().pathname).toBe(quiet);
  await inputMethod.take('字典');
  await seen(active().filter({ hasText: '字典' }));
  await expect
    .poll(() =>
      server()
        .asked.filter(({ path }) => path.endsWith('/Search/Find'))
        .map(({ query, body }) => query.get('words') ?? body),
    )
    .toEqual(['字典']);
  await userEvent.keyboard('{Enter}');
  await gone(palette());
  await expect.poll(() => screen.at().pathname).toBe('/permission/dictionary');
});

test('Enter that ends a composition does not sign in', async () => {
  await open('/login', { user: null });
  const name = css('form input').first();
  await name.click();
  await inputMethod.compose('wangwei');
  await inputMethod.pressAll();
  await unchanged(() => typedIn(name), 'wangwei');
  await inputMethod.take('王伟');
  await unchanged(() => typedIn(name), '王伟');
  expect(server().asked.filter(({ path }) => path.includes('TokenAuth'))).toEqual([]);
  await gone(css('[role=alert]'));
});
