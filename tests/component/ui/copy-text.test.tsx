import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { mount } from '#tests/component/support/mount.tsx';
import { seen } from '#tests/component/support/ui.ts';
import { SecretDialog } from '#web/ui/secret-once.tsx';

/** Copying on a page that came over plain HTTP from another machine: there is no `navigator.clipboard`. */

const forbid = () => Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true });
afterEach(() => {
  Reflect.deleteProperty(navigator, 'clipboard');
});

const open = () =>
  mount(<SecretDialog title="Token" label="Secret" secret="cwt_1234" onClose={() => undefined} />, {
    locale: 'en',
  });

test('what is copied is the whole text, and the focus stays where it was', async () => {
  forbid();
  let copied = '';
  const note = () => {
    const field = document.activeElement;
    if (field instanceof HTMLTextAreaElement)
      copied = field.value.slice(field.selectionStart, field.selectionEnd);
  };
  document.addEventListener('copy', note);
  await open();
  // Other screens may have left fields of theirs that are out of sight.
  const before = document.querySelectorAll('textarea').length;
  const button = page.getByRole('button', { name: 'Copy' });
  await button.click();
  await seen(page.getByText('Copied'));
  document.removeEventListener('copy', note);
  expect(copied).toBe('cwt_1234');
  expect(document.activeElement).toBe(button.element());
  expect(document.querySelectorAll('textarea')).toHaveLength(before);
});

test('where the browser does not let it be copied, it says so', async () => {
  forbid();
  const command = document.execCommand;
  document.execCommand = () => false;
  await open();
  await page.getByRole('button', { name: 'Copy' }).click();
  await seen(page.getByText(/does not let it be copied/));
  document.execCommand = command;
});
