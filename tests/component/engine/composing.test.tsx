import { Input, Modal, Select } from 'antd';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { composedForms, inputMethod, pressAs } from '#tests/component/support/input-method.ts';
import { mount, open, server } from '#tests/component/support/mount.tsx';
import { css, gone, seen, typedIn } from '#tests/component/support/ui.ts';
import { focus, itemList, itemRecords, makeItems, mine, row } from './list-sample.ts';

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

function Parts({ onCancel }: { onCancel: () => void }) {
  const [tags, setTags] = useState<string[]>([]);
  const [sent, setSent] = useState(0);
  return (
    <Modal open title="Remark" onCancel={onCancel} onOk={() => undefined}>
      <Select
        mode="tags"
        aria-label="Tags"
        open={false}
        style={{ width: '100%' }}
        value={tags}
        onChange={setTags}
      />
      <Input.Search aria-label="Search" onSearch={() => setSent(sent + 1)} />
      <output>{JSON.stringify({ tags, sent })}</output>
    </Modal>
  );
}

test.each(composedForms)(
  '%s: dialogs, tags and search boxes of the library wait as well',
  async (_, init) => {
    const cancelled = vi.fn();
    await mount(<Parts onCancel={cancelled} />);
    const told = page.getByRole('status');
    for (const box of [page.getByRole('searchbox'), page.getByRole('combobox')]) {
      await focus(box);
      await userEvent.keyboard('chengdu');
      pressAs(init, 'Enter');
      pressAs(init, 'Escape');
      await expect.element(told).toHaveTextContent('{"tags":[],"sent":0}');
    }
    expect(cancelled).not.toHaveBeenCalled();
    await userEvent.keyboard('{Enter}');
    await expect.element(told).toHaveTextContent('{"tags":["chengdu"],"sent":0}');
  },
);
