import { useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { inputMethod } from '#tests/component/support/input-method.ts';
import { mount } from '#tests/component/support/mount.tsx';
import { typedIn, unchanged } from '#tests/component/support/ui.ts';
import { useSettled } from '#web/ui/use-settled.ts';

/** The text that a search takes from a field. */

const pauseMs = 0;

function Search() {
  const [text, setText] = useState('');
  const [settled] = useSettled(text, pauseMs);
  const [open, setOpen] = useState(true);
  return (
    <>
      {open && <input aria-label="Words" value={text} onChange={(event) => setText(event.target.value)} />}
      <input aria-label="Other" />
      <button type="button" onClick={() => setOpen(false)}>
        Close
      </button>
      <button type="button" onClick={() => setText('set')}>
        Set
      </button>
      <output>{settled}</output>
    </>
  );
}

const box = () => page.getByLabelText('Words');
const settled = () => page.getByRole('status').element().textContent;

test('letters of a composition are no text yet', async () => {
  await mount(<Search />);
  await box().click();
  await userEvent.keyboard('B');
  await expect.poll(settled).toBe('B');
  await inputMethod.compose('chengdu');
  await expect.poll(() => typedIn(box())).toBe('Bchengdu');
  await unchanged(settled, 'B');
  await inputMethod.take('成都');
  await expect.poll(settled).toBe('B成都');
});

test('a composition ends with the focus, and with the field that it was in', async () => {
  await mount(<Search />);
  await box().click();
  await inputMethod.compose('cheng');
  await page.getByLabelText('Other').click();
  await expect.poll(settled).toBe('cheng');
  await box().click();
  await inputMethod.compose('du');
  const close = page.getByRole('button', { name: 'Close' }).element();
  if (close instanceof HTMLElement) close.click();
  await expect.poll(() => box().elements()).toEqual([]);
  const set = page.getByRole('button', { name: 'Set' }).element();
  if (set instanceof HTMLElement) set.click();
  await expect.poll(settled).toBe('set');
});
