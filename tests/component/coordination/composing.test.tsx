import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { composedForms, inputMethod, pressAs } from '#tests/component/support/input-method.ts';
import { open, server } from '#tests/component/support/mount.tsx';
import { css, number, seen, typedIn, unchanged } from '#tests/component/support/ui.ts';
import { messageQueue } from '#web/features/coordination/unsent-messages.ts';
import { hold, lin, me, member, message, room, summary, zhao } from './chat-sample.ts';

/** Chinese typed with an input method in a conversation. */

const bodies = (method: string) =>
  server()
    .asked.filter(({ path }) => path.endsWith(`/Coordination/${method}`))
    .map(({ body, query }) => body ?? Object.fromEntries(query));
const field = () => page.getByRole('combobox', { name: 'Write a message' });

beforeEach(async () => {
  messageQueue.items.set([]);
  const people = [member(me), member(zhao, { name: '赵敏' }), member(lin, { name: '林涛' })];
  hold({
    view: room({ members: people }),
    items: [1, 2, 3].map((seq) => message(seq)),
    rooms: [summary()],
  });
  server().call('Coordination', 'Search', () => ({ totalCount: 0, items: [] }));
  // The shell sends what is written.
  await open('/coordination/chat?room=5', { locale: 'en', shell: true });
  await seen(field());
});

test('Enter sends the characters, not the letters of the composition', async () => {
  await field().click();
  await inputMethod.compose('shoudao');
  await inputMethod.pressAll();
  await unchanged(() => typedIn(field()), 'shoudao');
  await unchanged(() => bodies('Send'), []);
  await inputMethod.take('收到');
  await userEvent.keyboard('{Enter}');
  await number(css('.chat-message[data-own=true]'), 1);
  await expect.poll(() => bodies('Send')).toMatchObject([{ text: '收到' }]);
});

test.each(composedForms)('%s: no key of a composition sends', async (_, init) => {
  await field().click();
  await userEvent.keyboard('shoudao');
  pressAs(init, 'Enter');
  await unchanged(() => bodies('Send'), []);
  await unchanged(() => typedIn(field()), 'shoudao');
});

test('a name after an @ is composed; Enter and the arrows choose only then', async () => {
  await field().click();
  await userEvent.keyboard('@');
  const names = page.getByRole('listbox').getByRole('option');
  await number(names, 2);
  await inputMethod.press('ArrowDown');
  await inputMethod.compose('lin');
  await inputMethod.pressAll();
  await unchanged(() => typedIn(field()), '@lin');
  await inputMethod.take('林');
  await number(names, 1);
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => typedIn(field())).toBe('@林涛 ');
  expect(bodies('Send')).toEqual([]);
});

test('Escape of a composition leaves what is typed in the search, which waits for the characters', async () => {
  const search = page.getByRole('searchbox').first();
  await search.click();
  await inputMethod.compose('kongyu');
  await inputMethod.pressAll();
  await unchanged(() => typedIn(search), 'kongyu');
  await inputMethod.take('空域');
  await expect.poll(() => bodies('Search').at(-1)).toMatchObject({ query: '空域' });
  expect(bodies('Search').every((body) => !JSON.stringify(body).includes('kongyu'))).toBe(true);
});
