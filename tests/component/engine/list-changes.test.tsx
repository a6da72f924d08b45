import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { isObject } from '#domain/text/narrow.ts';
import { json } from '#tests/component/support/fake-server.ts';
import { open, server } from '#tests/component/support/mount.tsx';
import { css, gone, number, seen } from '#tests/component/support/ui.ts';
import {
  button,
  drawer,
  focus,
  itemList,
  itemRecords,
  itemsFrom,
  makeItems,
  marks,
  mine,
  row,
  rows,
} from './list-sample.ts';

/** What is changed from a list: one cell in its place, and many records at once. */

const items = () => server().rows('dictionaryItem');

/** After the box to pick it: dictionary, code, name, order. */
const orderOf = (name: string) => row(name).css('td').nth(4);

/** The changes of many records that were requested, without those that only count. */
const bulkChanges = () =>
  server()
    .asked.filter(({ path }) => path === `${itemRecords}/bulk`)
    .map(({ body }) => body)
    .filter((body) => isObject(body) && body.preview !== true);

test('a cell is changed in its place by pointer and keys, and Escape leaves it as it was', async () => {
  const [id = 0] = makeItems();
  await open(`${itemList}?${mine}&size=10`);
  const order = orderOf('条目 01');
  await order.css('.cw-inline-cell').dblClick();
  await order.getByRole('spinbutton').fill('7');
  await userEvent.keyboard('{Escape}');
  await expect.element(order).toHaveTextContent(/1$/);
  expect(server().row('dictionaryItem', id).version).toBe(1);

  // The cell has the focus again, and a key opens it.
  await expect.poll(() => document.activeElement === order.css('.cw-inline-cell').element()).toBe(true);
  await userEvent.keyboard('{F2}');
  await order.getByRole('spinbutton').fill('0');
  await userEvent.keyboard('{Enter}');
  await expect.element(order).toHaveTextContent(/0$/);
  expect(server().row('dictionaryItem', id)).toMatchObject({ order: 0, version: 2 });
  const changes = server().asked.filter(({ method }) => method === 'PATCH');
  expect(changes.map(({ body }) => body)).toEqual([{ version: 1, order: 0 }]);
});

test('a change in between is shown at the cell, and Enter then saves over it', async () => {
  const [id = 0] = makeItems();
  await open(`${itemList}?${mine}&size=10`);
  const order = orderOf('条目 01');
  await focus(order.css('.cw-inline-cell'));
  await userEvent.keyboard('{Enter}');
  await order.getByRole('spinbutton').fill('3');
  server().change('dictionaryItem', id, { order: 90 });
  await userEvent.keyboard('{Enter}');
  await seen(page.getByText('此值刚被他人修改，现为“90”'));
  expect(server().row('dictionaryItem', id).order).toBe(90);
  await focus(order.getByRole('spinbutton'));
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => server().row('dictionaryItem', id).order).toBe(3);
  await gone(page.getByText(/此值刚被他人修改/));
});

test('what the server refuses of a cell is shown at the cell', async () => {
  const [id = 0] = makeItems();
  server().on(`PATCH ${itemRecords}/${id}`, () =>
    json(
      { message: 'Some fields do not fit.', code: 'validation', errors: { order: ['排序不能重复'] } },
      400,
    ),
  );
  await open(`${itemList}?${mine}&size=10`);
  const order = orderOf('条目 01');
  await focus(order.css('.cw-inline-cell'));
  await userEvent.keyboard('{Enter}');
  await order.getByRole('spinbutton').fill('2');
  await userEvent.keyboard('{Enter}');
  await seen(order.getByText('排序不能重复'));
  await expect.element(order.getByRole('spinbutton')).toHaveValue('2');
});

test('what is picked survives paging, and all that match are changed in one request', async () => {
  makeItems();
  await open(`${itemList}?${mine}&size=10&sort=code`);
  const box = (name: string) => page.getByRole('checkbox', { name, exact: true });
  await box('选择 条目 01').click();
  await box('选择 条目 03').click({ modifiers: ['Shift'] });
  await seen(page.getByText('已选 3 条'));
  await page.getByTitle('2', { exact: true }).click();
  await expect.poll(marks).toEqual(itemsFrom(11, 20));
  await box('选择 条目 11').click();
  await seen(page.getByText('已选 4 条'));
  await box('选择本页全部').click();
  await seen(page.getByText('已选 13 条'));
  await button('选择全部 25 条符合条件的记录').click();
  await seen(page.getByText('已选 25 条'));
  await box('选择 条目 11').click();
  await seen(page.getByText('已选 24 条'));

  await button('批量修改').click();
  await seen(drawer().getByText('将修改 24 条记录'));
  const field = drawer().css('.cw-bulk li').filter({ hasText: '英文名称' });
  // A required field cannot be emptied.
  await number(field.getByText('清空'), 0);
  await field.getByText('设为').click();
  await seen(drawer().getByText('尚未填写：英文名称'));
  await field.getByRole('textbox').fill('changed together');
  await drawer().getByRole('button', { name: '修改 24 条记录' }).click();
  await seen(page.getByText('已修改 24 条记录'));
  expect(bulkChanges()).toEqual([
    { action: 'update', where: expect.stringContaining('id_nin='), set: { labelEn: 'changed together' } },
  ]);
  const changed = items().filter(({ labelEn }) => labelEn === 'changed together');
  expect(changed.map(({ label }) => label)).toEqual(itemsFrom(1, 25).filter((name) => name !== '条目 11'));
  await gone(page.getByText(/^已选/));
});

test('many are deleted once their names are confirmed, and come back by one click', async () => {
  makeItems();
  await open(`${itemList}?${mine}&q=s_2`);
  await number(rows(), 6);
  await page.getByRole('checkbox', { name: '选择本页全部' }).click();
  const remove = css('.cw-selection').getByRole('button', { name: '删除' });
  await remove.click();
  const asking = css('.ant-modal-confirm');
  await expect.element(asking.css('.ant-modal-confirm-title')).toHaveTextContent('删除 6 条字典项？');
  await expect.element(asking).toHaveTextContent(/条目 20、条目 21、条目 22、条目 23、条目 24 等，共 6 条/);
  await asking.getByRole('button', { name: /取\s*消/ }).click();
  await gone(asking);
  expect(bulkChanges()).toEqual([]);
  await remove.click();
  await asking.css('.ant-btn-dangerous').click();
  await seen(page.getByText('没有符合条件的记录'));
  expect(items().filter(({ deletedAt }) => deletedAt !== null)).toHaveLength(6);
  await button(/^撤\s*销$/)
    .first()
    .click();
  await expect.poll(marks).toEqual(itemsFrom(20, 25));
  expect(items().filter(({ deletedAt }) => deletedAt !== null)).toEqual([]);
});

test('what cannot be deleted is listed with its reason, stays picked, and is tried again alone', async () => {
  const ids = makeItems();
  const [first = 0, second = 0] = ids;
  server().on(`POST ${itemRecords}/bulk`, ({ body }) => {
    const wanted: unknown[] = isObject(body) && Array.isArray(body.ids) ? body.ids : [];
    const done = wanted.filter((id) => id !== first);
    for (const id of done)
      server().change('dictionaryItem', Number(id), { deletedAt: '2026-06-10T02:00:00.000Z' });
    return json({
      matched: wanted.length,
      done: done.length,
      failed: [
        { id: first, title: '条目 01', message: '3 架航空器使用此项', code: 'referenced', errors: {} },
      ],
      changed: done.map((id) => ({ id, version: 2 })),
    });
  });
  await open(`${itemList}?${mine}&size=10`);
  await page.getByRole('checkbox', { name: '选择 条目 01' }).click();
  await page.getByRole('checkbox', { name: '选择 条目 02' }).click();
  await css('.cw-selection').getByRole('button', { name: '删除' }).click();
  await css('.ant-modal-confirm .ant-btn-dangerous').click();
  const report = page.getByRole('dialog', { name: '部分记录未能删除' });
  await seen(report.getByText('成功 1 条，失败 1 条'));
  await expect
    .element(report.getByRole('link', { name: '条目 01' }))
    .toHaveAttribute('href', `${itemList}/${first}`);
  await seen(report.getByText('3 架航空器使用此项'));
  await report.getByRole('button', { name: '重试失败的 1 条' }).click();
  await seen(report.getByText('成功 0 条，失败 1 条'));
  expect(bulkChanges()).toEqual([
    { action: 'delete', ids: [first, second] },
    { action: 'delete', ids: [first] },
  ]);
  await css('.ant-modal-footer .ant-btn-primary').click();
  await gone(report);
  await seen(page.getByText('已选 1 条'));
  await number(row('条目 02'), 0);
});
