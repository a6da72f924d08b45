import { Form, Input, InputNumber, Modal, Select } from 'antd';
import type { Dayjs } from 'dayjs';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { composedForms, inputMethod, pressAs } from '#tests/component/support/input-method.ts';
import { mount, open, server } from '#tests/component/support/mount.tsx';
import {
  choose,
  css,
  field,
  gone,
  number,
  seen,
  texts,
  typedIn,
  unchanged,
} from '#tests/component/support/ui.ts';
import { DayPicker } from '#web/ui/pickers.tsx';
import {
  button,
  focus,
  itemList,
  itemRecords,
  makeItems,
  mine,
  row,
  rows,
  storeViews,
} from './list-sample.ts';

/** Keys of an input method in the cells, pickers and search boxes of the engine. */

const englishNameOf = (name: string) => row(name).css('td').nth(4);
const editor = () => css('.cw-inline input');
const saved = () =>
  server()
    .asked.filter(({ method }) => method === 'PATCH')
    .map(({ body }) => body);

async function openName(): Promise<void> {
  makeItems();
  await open(`${itemList}?${mine}&size=10&cols=dictionary,code,label,labelEn`);
  await englishNameOf('条目 01').css('.cw-inline-cell').dblClick();
  await seen(editor());
  await expect.poll(() => document.activeElement === editor().element()).toBe(true);
}

test('the Enter that takes a pinyin candidate leaves the cell open; the next one saves the characters', async () => {
  await openName();
  await inputMethod.compose('chengdu');
  await expect.poll(() => typedIn(editor())).toBe('chengdu');
  await inputMethod.press('Enter');
  await inputMethod.press('ArrowDown');
  await inputMethod.press('Escape');
  await seen(editor());
  await inputMethod.take('成都');
  await expect.poll(() => typedIn(editor())).toBe('成都');
  expect(saved()).toEqual([]);
  await userEvent.keyboard('{Enter}');
  await expect.poll(saved).toEqual([{ version: 1, labelEn: '成都' }]);
  await gone(editor());
});

test.each(composedForms)('%s: Enter and Escape of a composition leave the cell as it is', async (_, init) => {
  await openName();
  await userEvent.keyboard('chengdu');
  pressAs(init, 'Enter');
  pressAs(init, 'Escape');
  await seen(editor());
  expect(saved()).toEqual([]);
  expect(server().asked.some(({ path }) => path.startsWith(`${itemRecords}/`))).toBe(false);
});

const asked = (path: string) =>
  server()
    .asked.filter((one) => one.path === path)
    .map(({ query }) => query.get('q'))
    .filter((q) => q !== null);

test('a relation picker does not search for letters of a composition; Enter then chooses what the characters find', async () => {
  server().add('company', { name: '成都通航' }, { name: '云翼通航' });
  await open('/baseManage/aircraftManage/create');
  await field('company').click({ force: true });
  const offered = css('.ant-select-dropdown:visible .ant-select-item-option');
  await number(offered, 2);
  await inputMethod.compose('cheng');
  await inputMethod.pressAll();
  await seen(css('.ant-select-open'));
  const chosen = () => texts(css('.ant-select:has(#field_company) .ant-select-selection-item'));
  expect(chosen()).toEqual([]);
  await inputMethod.take('成都');
  await expect.poll(() => texts(offered)).toEqual(['成都通航']);
  await userEvent.keyboard('{Enter}');
  await expect.poll(chosen).toEqual(['成都通航']);
  expect(asked('/api/records/company')).not.toContain('cheng');
});

test('a record form neither submits nor saves on keys of a composition; the next Enter saves the characters', async () => {
  server().add('dictionary', { id: 900, code: 'surface', name: '道面' });
  const screen = await open(`${itemList}/create`);
  await choose(field('dictionary'), '道面');
  await field('code').fill('k7');
  await field('labelEn').fill('Concrete');
  await field('label').click();
  await inputMethod.compose('shuini');
  await inputMethod.pressAll();
  // The browser would save the page.
  expect(pressAs({ isComposing: true, ctrlKey: true }, 's').defaultPrevented).toBe(true);
  await unchanged(() => css('.cw-error').elements().length, 0);
  expect(server().rows('dictionaryItem')).toEqual([]);
  await inputMethod.take('水泥');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => screen.at().pathname).toMatch(/items\/\d+$/);
  expect(server().rows('dictionaryItem')).toMatchObject([{ label: '水泥', code: 'k7' }]);
});

test('Escape of a composition does not leave a drawer with a form; the next Escape asks', async () => {
  await open('/baseManage/aircraftManage/create');
  await page.getByRole('button', { name: /新建企业/ }).click();
  const name = field('name', '.ant-drawer-open');
  await name.click();
  await inputMethod.compose('yunyi');
  await inputMethod.pressAll();
  await seen(name);
  await gone(css('.ant-modal-confirm'));
  await number(css('.ant-drawer-open .cw-error'), 0);
  await inputMethod.take('云翼');
  await expect.poll(() => typedIn(name)).toBe('云翼');
  await userEvent.keyboard('{Escape}');
  await seen(css('.ant-modal-confirm').getByRole('button', { name: '留在此页' }));
});

test('the search of a list waits for the characters, and Escape of a composition leaves what is typed', async () => {
  makeItems();
  const screen = await open(`${itemList}?${mine}&q=${encodeURIComponent('条')}`);
  await seen(rows());
  const box = page.getByRole('searchbox').first();
  await box.click();
  await userEvent.keyboard('{End}');
  await inputMethod.compose('mu');
  await inputMethod.pressAll();
  await unchanged(() => typedIn(box), '条mu');
  expect(screen.at().searchParams.get('q')).toBe('条');
  await inputMethod.take('目');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => screen.at().searchParams.get('q')).toBe('条目');
  await expect.poll(() => new Set(asked(itemRecords))).toEqual(new Set(['条', '条目']));
});

test('the name of a saved view is composed before Enter saves it', async () => {
  makeItems();
  storeViews();
  await open(`${itemList}?${mine}`);
  await seen(rows());
  await button(/^视图：/).click();
  await page.getByRole('menuitem', { name: '另存为新视图' }).click();
  const name = page.getByRole('dialog').getByRole('textbox').first();
  await name.click();
  await inputMethod.compose('wode');
  await inputMethod.pressAll();
  await seen(name);
  const views = () => server().asked.filter(({ path }) => path.endsWith('/View/Save'));
  expect(views()).toEqual([]);
  await inputMethod.take('我的');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => views().map(({ body }) => body)).toMatchObject([{ name: '我的' }]);
});

test('the search of the permission tree does not submit the form of a role', async () => {
  const screen = await open('/permission/role/create');
  const box = page.getByRole('searchbox');
  await box.click();
  await inputMethod.compose('kongyu');
  await inputMethod.pressAll();
  await unchanged(() => typedIn(box), 'kongyu');
  await inputMethod.take('空域');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => texts(css('.ant-tree-title')).some((title) => title.includes('空域'))).toBe(true);
  expect(screen.at().pathname).toBe('/permission/role/create');
  await number(css('.cw-error'), 0);
});

function Parts({ onCancel }: { onCancel: () => void }) {
  const [tags, setTags] = useState<string[]>([]);
  const [count, setCount] = useState<number | null>(1);
  const [day, setDay] = useState<Dayjs | null>(null);
  const [sent, setSent] = useState(0);
  return (
    <Modal open title="Remark" onCancel={onCancel} onOk={() => undefined}>
      <Form onFinish={() => setSent(sent + 1)}>
        <Select
          mode="tags"
          aria-label="Tags"
          open={false}
          style={{ width: '100%' }}
          value={tags}
          onChange={setTags}
        />
        <Input aria-label="Name" />
        <InputNumber aria-label="Count" value={count} onChange={setCount} />
        <DayPicker aria-label="Day" value={day} onChange={setDay} />
      </Form>
      <Input.Search aria-label="Search" onSearch={() => setSent(sent + 1)} />
      <output>{JSON.stringify({ tags, sent, count, day: day?.format('YYYY-MM-DD') })}</output>
    </Modal>
  );
}

const nothing = '{"tags":[],"sent":0,"count":1}';
const told = page.getByRole('status');

test.each([
  ['combobox', 'Tags', '成都', '{"tags":["成都"],"sent":0,"count":1}'],
  ['textbox', 'Name', '成都', '{"tags":[],"sent":0,"count":1}'],
  ['spinbutton', 'Count', '7', '{"tags":[],"sent":0,"count":17}'],
  ['textbox', 'Day', '2026-06-12', '{"tags":[],"sent":0,"count":1,"day":"2026-06-12"}'],
  ['searchbox', 'Search', '成都', '{"tags":[],"sent":1,"count":1}'],
] as const)('a real composition in a dialog of the library: %s %s', async (role, name, text, then) => {
  const cancelled = vi.fn();
  await mount(<Parts onCancel={cancelled} />);
  await page.getByRole(role, { name }).click({ force: true });
  await inputMethod.compose('cd');
  await inputMethod.pressAll();
  await expect.element(told).toHaveTextContent(nothing);
  expect(cancelled).not.toHaveBeenCalled();
  await inputMethod.take(text);
  await userEvent.keyboard('{Enter}');
  await expect.element(told).toHaveTextContent(then);
  expect(cancelled).not.toHaveBeenCalled();
});

test.each(composedForms)(
  '%s: dialogs, tags and search boxes of the library wait as well',
  async (_, init) => {
    const cancelled = vi.fn();
    await mount(<Parts onCancel={cancelled} />);
    for (const [role, name] of [
      ['searchbox', 'Search'],
      ['combobox', 'Tags'],
    ] as const) {
      await focus(page.getByRole(role, { name }));
      await userEvent.keyboard('chengdu');
      pressAs(init, 'Enter');
      pressAs(init, 'Escape');
      await expect.element(told).toHaveTextContent(nothing);
    }
    expect(cancelled).not.toHaveBeenCalled();
    await userEvent.keyboard('{Enter}');
    await expect.element(told).toHaveTextContent('{"tags":["chengdu"],"sent":0,"count":1}');
  },
);

test('a field that tidies what is typed takes a composition once', async () => {
  await open('/baseManage/pilotManage/create');
  const number = field('residentId');
  await number.click();
  await userEvent.keyboard('1101');
  for (const letters of ['x', 'xy', 'xyz']) await inputMethod.compose(letters);
  await unchanged(() => typedIn(number), '1101xyz');
  await inputMethod.take('x y');
  await expect.poll(() => typedIn(number)).toBe('1101XY');
  await userEvent.keyboard('z');
  await expect.poll(() => typedIn(number)).toBe('1101XYZ');
});
