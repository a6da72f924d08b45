import { Button, Modal } from 'antd';
import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { mount } from '#tests/component/support/mount.tsx';
import { css, gone, seen } from '#tests/component/support/ui.ts';
import { serviceSettings, today } from '#web/client/clock.ts';
import { MomentInput } from '#web/ui/moment-input.tsx';

/** A day and time picked in the panel or typed, in a form that is saved at once. */

const usual = serviceSettings.get();
afterEach(() => serviceSettings.set(usual));

function Form({ first, onSave }: { first?: string; onSave: (value: string | undefined) => void }) {
  const [value, setValue] = useState<string | undefined>(first);
  return (
    <>
      <input aria-label="Next" />
      <Button onClick={() => onSave(value)}>Save</Button>
      <MomentInput aria-label="Effective" value={value} onChange={setValue} />
    </>
  );
}

const box = () => page.getByRole('textbox', { name: 'Effective' });
const panel = () => css('.ant-picker-dropdown:visible');
const day = (title: string) => panel().css(`td[title="${title}"]`);
const time = (column: number, text: string) =>
  panel().css('.ant-picker-time-panel-column').nth(column).getByText(text, { exact: true });

async function pick(chosen = '2026-06-12'): Promise<void> {
  await box().click();
  await day(chosen).click();
  await time(0, '14').click();
  await time(1, '30').click();
}

test.each([undefined, '2026-06-10T00:15:00.000Z'])(
  'a day and time picked without OK are saved by a click on Save (before: %s)',
  async (first) => {
    const save = vi.fn();
    await mount(<Form {...(first ? { first } : {})} onSave={save} />);
    // A day of the month that the panel opens at.
    const chosen = `${(first ?? today()).slice(0, 7)}-12`;
    await pick(chosen);
    await page.getByRole('button', { name: 'Save' }).click();
    expect(save).toHaveBeenLastCalledWith(`${chosen}T06:30:00.000Z`);
    await gone(panel());
    await page.getByRole('button', { name: 'Save' }).click();
    expect(save).toHaveBeenLastCalledWith(`${chosen}T06:30:00.000Z`);
    await expect.element(box()).toHaveValue(`${chosen} 14:30`);
  },
);

test('they are kept when the next field is clicked, and a day alone has the time of before', async () => {
  const save = vi.fn();
  await mount(<Form first="2026-06-10T00:15:00.000Z" onSave={save} />);
  await box().click();
  await day('2026-06-12').click();
  await page.getByRole('textbox', { name: 'Next' }).click();
  await gone(panel());
  await page.getByRole('button', { name: 'Save' }).click();
  expect(save).toHaveBeenLastCalledWith('2026-06-12T00:15:00.000Z');
});

test('Escape takes back what was picked, and leaves the dialog around it open', async () => {
  const save = vi.fn();
  const cancelled = vi.fn();
  await mount(
    <Modal open onCancel={cancelled} footer={null}>
      <Form first="2026-06-10T00:15:00.000Z" onSave={save} />
    </Modal>,
  );
  await pick();
  await userEvent.keyboard('{Escape}');
  await gone(panel());
  await expect.element(box()).toHaveValue('2026-06-10 08:15');
  await page.getByRole('button', { name: 'Save' }).click();
  expect(save).toHaveBeenLastCalledWith('2026-06-10T00:15:00.000Z');
  expect(cancelled).not.toHaveBeenCalled();
});

test.each([
  ['2026-06-12 14:30', '2026-06-12T06:30:00.000Z'],
  ['2026/06/12 14:30', '2026-06-12T06:30:00.000Z'],
  ['20260612 1430', '2026-06-12T06:30:00.000Z'],
  ['２０２６－０６－１２　１４：３０', '2026-06-12T06:30:00.000Z'],
])('%s is taken as it is typed', async (text, iso) => {
  const save = vi.fn();
  await mount(<Form onSave={save} />);
  await box().fill(text);
  await page.getByRole('button', { name: 'Save' }).click();
  expect(save).toHaveBeenLastCalledWith(iso);
});

test('what cannot be read is said, and the time of before is kept', async () => {
  await mount(<Form first="2026-06-10T00:15:00.000Z" onSave={() => undefined} />);
  await box().fill('12.6. noon');
  await page.getByRole('textbox', { name: 'Next' }).click();
  await seen(page.getByRole('alert').filter({ hasText: '“12.6. noon”不是日期和时间' }));
  await expect.element(box()).toHaveValue('2026-06-10 08:15');
});

test('a time that summer time leaves out is moved and said; one that the clock shows twice is asked about', async () => {
  serviceSettings.set({ ...usual, timeZone: 'America/New_York' });
  const save = vi.fn();
  await mount(<Form onSave={save} />, { locale: 'en' });
  await box().fill('2026-03-08 02:30');
  await seen(page.getByText('The clock is put forward past 02:30 that night. 03:30 was entered instead.'));
  await page.getByRole('button', { name: 'Save' }).click();
  expect(save).toHaveBeenLastCalledWith('2026-03-08T07:30:00.000Z');

  await box().fill('2026-11-01 01:30');
  await seen(page.getByText('The clock shows 01:30 twice that night. This is the first (EDT).'));
  await page.getByRole('button', { name: 'Save' }).click();
  expect(save).toHaveBeenLastCalledWith('2026-11-01T05:30:00.000Z');
  await page.getByRole('button', { name: 'Use the second (EST)' }).click();
  await seen(page.getByText('This is the second (EST).'));
  await page.getByRole('button', { name: 'Save' }).click();
  expect(save).toHaveBeenLastCalledWith('2026-11-01T06:30:00.000Z');
});
