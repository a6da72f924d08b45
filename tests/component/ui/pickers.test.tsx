import type { Dayjs } from 'dayjs';
import { type ReactNode, Suspense, startTransition, use, useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { inputMethod } from '#tests/component/support/input-method.ts';
import { mount, open, server } from '#tests/component/support/mount.tsx';
import { css, gone, seen, typedIn, unchanged } from '#tests/component/support/ui.ts';
import {
  type DateRange,
  DayPicker,
  DayRangePicker,
  WallMomentPicker,
  WallRangePicker,
} from '#web/ui/pickers.tsx';

/** Days and times that are picked in a panel, and every way in which the panel closes. */

const text = (date: Dayjs | null, format: string) => date?.format(format) ?? '…';

function Day() {
  const [day, setDay] = useState<Dayjs | null>(null);
  return <Shown value={text(day, 'YYYY-MM-DD')} picker={<DayPicker value={day} onChange={setDay} />} />;
}

/** Shows its day only when what else depends on it has come, as a page does that has it in its address. */
function LateDay() {
  const [day, setDay] = useState<Dayjs | null>(null);
  const setLate = (next: Dayjs | null) => startTransition(() => setDay(next));
  const value = text(day, 'YYYY-MM-DD');
  return (
    <Suspense>
      <Shown value={value} picker={<DayPicker value={day} onChange={setLate} />} />
      {day && <Plans of={value} />}
    </Suspense>
  );
}

const asked = new Map<string, Promise<void>>();

function Plans({ of }: { of: string }) {
  const loading = asked.get(of) ?? new Promise<void>((come) => setTimeout(come, 300));
  asked.set(of, loading);
  use(loading);
  return null;
}

function Moment() {
  const [date, setDate] = useState<Dayjs | null>(null);
  return (
    <Shown
      value={text(date, 'YYYY-MM-DD HH:mm')}
      picker={<WallMomentPicker value={date} onChange={setDate} />}
    />
  );
}

function Days() {
  const [[from, to], setRange] = useState<DateRange>([null, null]);
  return (
    <Shown
      value={`${text(from, 'YYYY-MM-DD')} ${text(to, 'YYYY-MM-DD')}`}
      picker={<DayRangePicker allowEmpty={[true, true]} value={[from, to]} onChange={setRange} />}
    />
  );
}

function Moments() {
  const [[from, to], setRange] = useState<DateRange>([null, null]);
  const format = 'YYYY-MM-DD HH:mm';
  return (
    <Shown
      value={`${text(from, format)} ${text(to, format)}`}
      picker={
        <WallRangePicker order={false} allowEmpty={[true, true]} value={[from, to]} onChange={setRange} />
      }
    />
  );
}

function Shown({ value, picker }: { value: string; picker: ReactNode }) {
  return (
    <>
      <input aria-label="Before" />
      {picker}
      <input aria-label="Next" />
      <button type="button">Save</button>
      <output>{value}</output>
    </>
  );
}

const picked = page.getByRole('status');
const box = (index: number) => css('.ant-picker input').nth(index);
const panel = () => css('.ant-picker-dropdown:visible');
const day = (title: string) => panel().css(`td[title="${title}"]`).first().click();
const time = (column: number, number: string) =>
  panel().css('.ant-picker-time-panel-column').nth(column).getByText(number, { exact: true }).click();

/** Picks 2026-06-12 14:30 in the first field. */
async function pickMoment(): Promise<void> {
  await box(0).click();
  await day('2026-06-12');
  await time(0, '14');
  await time(1, '30');
}

/** Every way in which a panel closes and keeps what was picked. */
const ways: [string, () => Promise<unknown>][] = [
  ['a click on the next field', () => page.getByLabelText('Next').click()],
  ['a click on a button', () => page.getByRole('button', { name: 'Save' }).click()],
  ['a click on the page', () => css('#root').click({ position: { x: 900, y: 5 }, force: true })],
  ['Tab to the next field', () => leaveBy('{Tab}')],
  ['Tab to the field before', () => leaveBy('{Shift>}{Tab}{/Shift}')],
  ['the focus that is moved', () => focusNext()],
];
const enter: (typeof ways)[number] = ['Enter', () => userEvent.keyboard('{Enter}')];

/** Presses it until the focus is in neither the picker nor its panel. */
async function leaveBy(key: string): Promise<void> {
  for (
    let step = 0;
    step < 5 && document.activeElement?.closest('.ant-picker, .ant-picker-dropdown');
    step += 1
  )
    await userEvent.keyboard(key);
}

async function focusNext(): Promise<void> {
  const element = page.getByLabelText('Next').element();
  if (element instanceof HTMLElement) element.focus();
}

test.each([...ways, enter])('a day and a time are kept: %s', async (_, leave) => {
  await mount(<Moment />);
  await pickMoment();
  await leave();
  await gone(panel());
  await expect.element(picked).toHaveTextContent('2026-06-12 14:30');
  await expect.element(box(0)).toHaveValue('2026-06-12 14:30');
});

test.each([...ways, enter])('a typed day that the page shows late is kept: %s', async (_, leave) => {
  asked.clear();
  await mount(<LateDay />);
  await box(0).click();
  await userEvent.fill(box(0), '2026-06-12');
  await leave();
  await expect.element(picked).toHaveTextContent('2026-06-12');
  // The library writes a new value into its field a frame after it is shown.
  await expect.element(box(0)).toHaveValue('2026-06-12');
  await unchanged(() => typedIn(box(0)), '2026-06-12');
});

test('after a click on a day the focus is in the field again, and Tab goes on from there', async () => {
  await mount(<Day />);
  await box(0).click();
  await day('2026-06-12');
  await gone(panel());
  await expect.poll(() => document.activeElement === box(0).element()).toBe(true);
  await unchanged(() => panel().elements().length, 0);
  await userEvent.keyboard('{Tab}');
  await expect.poll(focused).toBe('Next');
});

const all = '{Control>}a{/Control}';

test.each<[string, () => ReactNode, string]>([
  ['day', () => <Day />, '2026-06-12'],
  ['moment', () => <Moment />, '2026-06-12 14:30'],
])('a %s is taken away by keys; Escape takes it back', async (_, content, value) => {
  await mount(content());
  await box(0).click();
  await userEvent.keyboard(value);
  await userEvent.keyboard('{Enter}');
  await expect.element(picked).toHaveTextContent(value);
  await gone(panel());
  await box(0).click();
  await userEvent.keyboard(`${all}{Delete}`);
  await expect.element(picked).toHaveTextContent('…');
  await userEvent.keyboard('{Escape}');
  await expect.element(picked).toHaveTextContent(value);
  await userEvent.keyboard(`${all}{Backspace}{Tab}`);
  await expect.element(picked).toHaveTextContent('…');
  await unchanged(() => typedIn(box(0)), '');
});

test('one end of a range is taken away by keys', async () => {
  await mount(<Moments />);
  for (const [end, value] of ['2026-06-12 14:30', '2026-06-13 09:00'].entries()) {
    await box(end).click();
    await userEvent.keyboard(value);
    await page.getByLabelText('Next').click();
  }
  await expect.element(picked).toHaveTextContent('2026-06-12 14:30 2026-06-13 09:00');
  await box(1).click();
  await userEvent.keyboard(`${all}{Delete}`);
  await page.getByLabelText('Next').click();
  await expect.element(picked).toHaveTextContent('2026-06-12 14:30 …');
  await box(0).click();
  await userEvent.keyboard(`${all}{Delete}`);
  await page.getByLabelText('Next').click();
  await expect.element(picked).toHaveTextContent('… …');
});

const focused = () => document.activeElement?.getAttribute('aria-label');

test('after a click on a time Tab goes on from the field, and Escape and Enter come back to it', async () => {
  await mount(<Moment />);
  await box(0).click();
  await day('2026-06-12');
  await time(0, '14');
  await userEvent.keyboard('{Tab}');
  await expect.poll(focused).toBe('Next');
  for (const key of ['{Enter}', '{Escape}']) {
    await box(0).click();
    await time(0, key === '{Enter}' ? '15' : '16');
    await userEvent.keyboard(key);
    await gone(panel());
    await expect.poll(() => document.activeElement === box(0).element()).toBe(true);
  }
  // Escape took back 16:00.
  await expect.element(picked).toHaveTextContent('2026-06-12 15:00');
  await userEvent.keyboard('{Tab}');
  await expect.poll(focused).toBe('Next');
});

test.each([...ways, enter])('the first moment of a range is kept: %s', async (_, leave) => {
  await mount(<Moments />);
  await pickMoment();
  await leave();
  await gone(panel());
  await expect.element(picked).toHaveTextContent('2026-06-12 14:30 …');
  await expect.element(box(0)).toHaveValue('2026-06-12 14:30');
});

test('both moments of a range are kept: its second field is clicked, then the next field', async () => {
  await mount(<Moments />);
  await box(0).click();
  await day('2026-06-12');
  await time(0, '14');
  await box(1).click();
  await day('2026-06-13');
  await time(0, '09');
  await page.getByLabelText('Next').click();
  await gone(panel());
  await expect.element(picked).toHaveTextContent('2026-06-12 14:00 2026-06-13 09:00');
  await expect.element(box(1)).toHaveValue('2026-06-13 09:00');
});

test.each(ways)('the first day of a range is kept: %s', async (_, leave) => {
  await mount(<Days />);
  await box(0).click();
  await day('2026-06-12');
  await leave();
  await gone(panel());
  await expect.element(picked).toHaveTextContent('2026-06-12 …');
});

test.each([...ways, enter])('a typed day is kept: %s', async (_, leave) => {
  await mount(<Day />);
  await box(0).click();
  await userEvent.keyboard('2026-06-12');
  await leave();
  await gone(panel());
  await expect.element(picked).toHaveTextContent('2026-06-12');
});

test('Escape takes back what was picked in a range', async () => {
  await mount(<Moments />);
  await box(0).click();
  await day('2026-06-12');
  await userEvent.keyboard('{Escape}');
  await gone(panel());
  await expect.element(picked).toHaveTextContent('… …');
  await expect.element(box(0)).toHaveValue('');
});

test('Escape and Enter of a composition leave the panel open; the moment counts once it is whole', async () => {
  await mount(<Moment />);
  await box(0).click();
  await seen(panel());
  await inputMethod.compose('２０２６－０６－１２');
  await inputMethod.pressAll();
  await seen(panel());
  await expect.element(picked).toHaveTextContent('…');
  await inputMethod.take('２０２６－０６－１２　１４：３０');
  await userEvent.keyboard('{Enter}');
  await expect.element(picked).toHaveTextContent('2026-06-12 14:30');
  await gone(panel());
});

test.each(['click', 'Enter'])(
  'the end of a notice is picked in its cell, and saved without OK: %s',
  async (by) => {
    server().add('notice', {
      title: '通告',
      level: 1,
      startTime: '2026-06-10T00:00:00.000Z',
      endTime: '2026-06-10T06:00:00.000Z',
    });
    await open('/information/controlNotice?cols=title,endTime');
    await css('.cw-inline-cell').last().dblClick();
    await box(0).click();
    await day('2026-06-12');
    await time(0, '15');
    if (by === 'click') await css('h1').click();
    else await userEvent.keyboard('{Enter}');
    const saved = () =>
      server()
        .asked.filter(({ method }) => method === 'PATCH')
        .map(({ body }) => body);
    await expect.poll(saved).toEqual([{ version: 1, endTime: '2026-06-12T07:00:00.000Z' }]);
    await gone(panel());
    await gone(css('.cw-inline'));
  },
);

test('Escape in the panel of a cell takes back what was picked; the next one closes the cell', async () => {
  server().add('notice', {
    title: '通告',
    level: 1,
    startTime: '2026-06-10T00:00:00.000Z',
    endTime: '2026-06-10T06:00:00.000Z',
  });
  await open('/information/controlNotice?cols=title,endTime');
  await css('.cw-inline-cell').last().dblClick();
  await box(0).click();
  await day('2026-06-12');
  await userEvent.keyboard('{Escape}');
  await gone(panel());
  await expect.element(box(0)).toHaveValue('2026-06-10 14:00');
  await unchanged(() => typedIn(box(0)), '2026-06-10 14:00');
  await userEvent.keyboard('{Escape}');
  await gone(css('.cw-inline'));
  expect(server().asked.some(({ method }) => method === 'PATCH')).toBe(false);
});
