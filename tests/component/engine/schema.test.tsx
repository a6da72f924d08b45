import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { OverlayItem } from '#contract/schema-overlay.ts';
import { open, server } from '#tests/component/support/mount.tsx';
import { sampled } from '#tests/component/support/sampled.ts';
import { choose, css, gone, number, seen, texts, validated } from '#tests/component/support/ui.ts';

/** The editor of added fields and record types: live preview, what it refuses before sending, publishing. */

const feedback = '/permission/schema/feedback';
const line = (label: string) => page.getByLabelText(label, { exact: true });
const preview = () => page.getByRole('region', { name: '预览', exact: true });
const field = (name: string) => page.getByRole('navigation', { name: '字段' }).getByRole('button', { name });
const sent = (call: string) => server().asked.filter(({ path }) => path.endsWith(`/SchemaOverlay/${call}`));

/** Drafts and what is published, stored as the server stores them. */
function storeOverlays(): OverlayItem[] {
  const items: OverlayItem[] = [];
  const own = (id: number | undefined) => items.find((item) => item.id === id);
  const become = (id: number, change: Partial<OverlayItem>): OverlayItem => {
    const item = own(id);
    if (!item) throw new Error(`there is no overlay ${id}`);
    return { ...Object.assign(item, change, { version: item.version + 1 }) };
  };
  server().call('SchemaOverlay', 'GetList', () => ({ items: items.map((item) => ({ ...item })) }));
  server().call('SchemaOverlay', 'Save', ({ id, resource, kind, definition }) => {
    if (id !== undefined) return become(id, { definition, changed: true });
    const item: OverlayItem = {
      id: 31,
      version: 1,
      resource,
      kind,
      state: 'draft',
      number: 0,
      changed: true,
      definition,
      published: null,
      known: [],
    };
    items.push(item);
    return { ...item };
  });
  server().call('SchemaOverlay', 'Preview', ({ definition }) => ({
    faults: [],
    changes: definition.fields.map(({ name, label }) => ({
      kind: 'add',
      field: name,
      text: `新增字段“${label['zh-Hans']}”`,
      rows: 0,
    })),
    refusals: [],
  }));
  server().call('SchemaOverlay', 'Publish', ({ id }) =>
    become(id, {
      state: 'published',
      changed: false,
      published: own(id)?.definition ?? null,
      known: own(id)?.definition.fields ?? [],
    }),
  );
  server().call('SchemaOverlay', 'GetConsequences', () => ({
    changes: [
      { kind: 'hide', field: 'urgency', text: '隐藏字段“紧急程度”：1 条资料中的值保留但不再显示', rows: 1 },
    ],
  }));
  server().call('SchemaOverlay', 'Withdraw', ({ id }) => become(id, { state: 'withdrawn' }));
  return items;
}

/** A field with two choices, whose English name is still missing. */
async function addUrgency(): Promise<void> {
  await page.getByRole('button', { name: '增加字段' }).click();
  await line('字段名称（中文）').fill('紧急程度');
  await choose(line('类型'), '单选');
  for (const [index, [code, zh, en]] of [
    ['high', '高', 'High'],
    ['low', '低', 'Low'],
  ].entries()) {
    await page.getByRole('button', { name: '增加选项' }).click();
    await line(`选项 ${index + 1} 的代码`).fill(code ?? '');
    await line(`选项 ${index + 1} 的中文名称`).fill(zh ?? '');
    await line(`选项 ${index + 1} 的英文名称`).fill(en ?? '');
  }
}

test('a field is added with a live preview, refused before it is sent, and published', async () => {
  const items = storeOverlays();
  await open(feedback);
  await addUrgency();
  await seen(preview().getByRole('columnheader', { name: '紧急程度' }));
  await seen(preview().css('label').filter({ hasText: '紧急程度' }));
  // What is typed into the preview is chosen from the new choices, and goes nowhere.
  await choose(preview().getByRole('combobox', { name: '紧急程度' }), '高');

  const publish = page.getByRole('button', { name: '发布', exact: true });
  await publish.click();
  await seen(page.getByText('中文和英文名称都要填写'));
  await seen(field('紧急程度').getByText('1 处有误'));
  await number(page.getByRole('dialog'), 0);
  expect(sent('Save')).toEqual([]);

  await line('字段名称（英文）').fill('Urgency of it');
  await line('技术名称').click();
  // A name that nobody has chosen follows the English label.
  await expect.element(line('技术名称')).toHaveValue('urgencyOfIt');
  await gone(page.getByText('中文和英文名称都要填写'));
  await publish.click();
  const dialog = page.getByRole('dialog');
  await expect.poll(() => texts(dialog.getByRole('listitem'))).toEqual(['新增字段“紧急程度”']);
  expect(sent('Publish')).toEqual([]);
  await dialog.getByRole('button', { name: /^发\s?布$/ }).click();
  await gone(dialog);
  await seen(page.getByText('已发布', { exact: true }));
  expect(items).toMatchObject([
    {
      resource: 'feedback',
      kind: 'fields',
      state: 'published',
      published: {
        fields: [
          {
            name: 'urgencyOfIt',
            kind: 'choice',
            label: { 'zh-Hans': '紧急程度', en: 'Urgency of it' },
            choices: [
              { value: 'high', label: { 'zh-Hans': '高', en: 'High' } },
              { value: 'low', label: { 'zh-Hans': '低', en: 'Low' } },
            ],
            inList: true,
          },
        ],
      },
    },
  ]);
  // The name is in the database now.
  await expect.element(line('技术名称')).toBeDisabled();
});

test('a name that is taken and limits in the wrong order are refused at their line, and nothing is sent', async () => {
  storeOverlays();
  await open(feedback);
  await page.getByRole('button', { name: '增加字段' }).click();
  await line('字段名称（中文）').fill('数量');
  await line('字段名称（英文）').fill('Count');
  await line('技术名称').click();
  await expect.element(line('技术名称')).toHaveValue('count');
  await line('技术名称').fill('question');
  await seen(page.getByText('该资料类型已有字段“question”'));
  await line('技术名称').fill('Count 1');
  await seen(page.getByText(/名称以小写字母开头/));
  await line('技术名称').fill('count');
  await choose(line('类型'), '整数');
  await line('最小值').fill('9');
  await line('最大值').fill('2');
  await seen(page.getByText('上限不能小于下限'));
  await page.getByRole('button', { name: '发布', exact: true }).click();
  await seen(field('数量').getByText('1 处有误'));
  await number(page.getByRole('dialog'), 0);
  expect(sent('Save')).toEqual([]);
});

test('a new record type gets an address of its own, and its publishing goes on there', async () => {
  const items = storeOverlays();
  const screen = await open('/permission/schema');
  await page.getByRole('button', { name: '新建资料类型' }).click();
  await line('资料类型名称（中文）').fill('无人机');
  await line('资料类型名称（英文）').fill('Drone');
  await line('技术名称').click();
  await expect.element(line('技术名称')).toHaveValue('drone');
  await page.getByRole('button', { name: '增加字段' }).click();
  await line('字段名称（中文）').fill('起飞重量');
  await line('字段名称（英文）').fill('Mass');
  await choose(line('类型'), '小数');
  await line('小数位数').fill('1');
  await line('最大值').fill('25');
  await line('单位').fill('kg');
  await page.getByRole('button', { name: '发布', exact: true }).click();
  await expect.poll(() => screen.at().pathname).toBe('/permission/schema/drone');
  const dialog = page.getByRole('dialog');
  await seen(dialog.getByText('新增字段“起飞重量”'));
  await dialog.getByRole('button', { name: /^发\s?布$/ }).click();
  await gone(dialog);
  expect(items).toMatchObject([
    {
      resource: 'drone',
      kind: 'type',
      state: 'published',
      published: {
        type: { label: { 'zh-Hans': '无人机', en: 'Drone' }, titleField: 'name' },
        fields: [{ name: 'name' }, { name: 'mass', kind: 'number', decimals: 1, maximum: 25, unit: 'kg' }],
      },
    },
  ]);
});

test('leaving typed values asks, and withdrawing says what is kept', async () => {
  const items = storeOverlays();
  const screen = await open(feedback);
  await addUrgency();
  await page.getByRole('main').getByRole('link', { name: '字段扩展' }).click();
  await seen(page.getByText('离开此页？'));
  await page.getByRole('button', { name: '留在此页' }).click();
  await gone(page.getByText('离开此页？'));
  expect(screen.at().pathname).toBe(feedback);
  await expect.element(line('字段名称（中文）')).toHaveValue('紧急程度');

  await line('字段名称（英文）').fill('Urgency');
  await page.getByRole('button', { name: '发布', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: /^发\s?布$/ }).click();
  await gone(dialog);
  await page.getByRole('button', { name: '更多操作' }).click();
  await page.getByRole('menuitem', { name: '撤回' }).click();
  await seen(dialog.getByText(/1 条资料中的值保留但不再显示/));
  expect(items[0]?.state).toBe('published');
  await dialog.getByRole('button', { name: /^撤\s?回$/ }).click();
  await gone(dialog);
  await seen(page.getByText('已撤回', { exact: true }));
  await seen(page.getByRole('button', { name: '重新发布' }));
});

test.each(
  sampled([
    [false, 'zh-Hans'],
    [true, 'en'],
  ]),
)('axe finds nothing on its screens (phone: %s, %s)', async (phone, locale) => {
  storeOverlays();
  const found: string[] = [];
  for (const path of ['/permission/schema', feedback, '/permission/schema/-']) {
    await open(path, { phone, locale });
    await seen(css('.cw-schema-types, .cw-schema-list'));
    found.push(...(await validated(path)));
    // Nothing is wider than the screen.
    expect(document.documentElement.scrollWidth, path).toBeLessThanOrEqual(window.innerWidth);
  }
  expect(found).toEqual([]);
});
