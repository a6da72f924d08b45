import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { FlowVersionView } from '#contract/approvals/flow-config.ts';
import { open, server } from '#tests/component/support/mount.tsx';
import { sampled } from '#tests/component/support/sampled.ts';
import {
  control,
  css,
  gone,
  number,
  seen,
  texts,
  tooWide,
  typedIn,
  unchanged,
  validated,
} from '#tests/component/support/ui.ts';

/** The drawing board of an approval flow. */

const atmb = (name: string) => ({ name, roles: ['ATMB'] });
let flow = 0;
let versions: FlowVersionView[] = [];

beforeEach(() => {
  versions = [];
  const [made] = server().add('flowConfig', {
    name: '飞行员审核',
    documentKind: 'pilot',
    priority: 900,
    condition: null,
    steps: [atmb('初审'), atmb('复审'), atmb('终审')],
    publishedVersion: null,
  });
  flow = made?.id ?? 0;
  server().call('FlowConfig', 'GetNameable', () => ({
    roles: [
      { name: 'ATMB', text: '空管单位' },
      { name: 'AIW', text: '空域监控' },
    ],
    organizationUnits: [],
    users: [],
  }));
  server().call('FlowConfig', 'Check', ({ steps }) => ({
    problems: steps.flatMap((step, index) =>
      'roles' in step
        ? []
        : [{ level: 'error' as const, step: index, field: 'roles', text: '没有指定审批人' }],
    ),
    people: steps.map(() => 2),
    fields: [],
  }));
  server().call('FlowConfig', 'GetVersions', () => ({ items: versions }));
});

async function openBoard(look: { locale?: 'en'; phone?: boolean } = {}) {
  await open(`/permission/flowConfig/${flow}/design`, look);
  await number(stepButtons, 3);
}

const stepButtons = css('.flow-list button[data-step]');
const steps = () => texts(stepButtons);
const button = (name: string | RegExp) => page.getByRole('button', { name });
const panel = css('.flow-panel');
const nameField = panel.getByLabelText('步骤名称');
const stored = () => server().row('flowConfig', flow);

test.each([
  [undefined, '从“提交”到“第 1 步”'],
  ['en', 'From Submitted to step 1'],
] as const)('a screen reader hears of the drawing in the language of the page (%s)', async (locale, edge) => {
  await openBoard(locale ? { locale } : {});
  await number(css('.flow-node'), 3);
  await seen(css(`.react-flow__edge[aria-label="${edge}"]`));
  const spoken = css('.flow-canvas').first().element().innerHTML;
  expect(spoken).not.toMatch(/Press enter or space|Edge from|aria-roledescription="(node|edge)"/);
});

test('a step that names nobody is marked at its node and cannot be published until it is corrected', async () => {
  server().call('FlowConfig', 'Publish', ({ id }) => {
    server().change('flowConfig', id, { publishedVersion: 1 });
    return { id, number: 1 };
  });
  await openBoard();
  await number(css('.flow-node'), 3);
  await button('添加步骤').click();
  await number(css('.flow-node'), 4);
  await seen(css('.flow-node[data-problem=error]').getByText('没有指定审批人'));
  await expect.element(button('发布…')).toBeDisabled();
  await nameField.fill('会签');
  await panel.getByLabelText('角色').click();
  await css('.ant-select-dropdown .ant-select-item').filter({ hasText: '空域监控' }).click();
  await userEvent.keyboard('{Escape}');
  await panel.getByText('全体').click();
  await seen(page.getByText('流程共 4 步，没有问题'));
  await control('s');
  await expect
    .poll(() => stored().steps)
    .toMatchObject([
      { name: '初审' },
      { name: '会签', roles: ['AIW'], quorum: 'all' },
      { name: '复审' },
      { name: '终审' },
    ]);
  await button('发布…').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabelText('发布说明').fill('第一次发布');
  await dialog.getByRole('button', { name: /^发\s?布$/ }).click();
  await gone(dialog);
  await seen(css('.flow-design header').getByText('已发布 v1'));
  const published = server().asked.filter(({ path }) => path.endsWith('/FlowConfig/Publish'));
  expect(published.map(({ body }) => body)).toEqual([{ id: flow, note: '第一次发布' }]);
});

test('a flow that names its author is proposed, and the page says that another user must publish it', async () => {
  server().call('FlowConfig', 'Publish', ({ id }) => {
    const { version } = server().row('flowConfig', id);
    server().change('flowConfig', id, { proposedVersion: Number(version) + 1 });
    return { id, number: null };
  });
  await openBoard();
  await button('发布…').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: /^发\s?布$/ }).click();
  await gone(dialog);
  await seen(page.getByText('已提请，须由另一人发布'));
  await seen(page.getByRole('status').getByText('已提请发布。'));
});

test('the keyboard moves a step, undoes and redoes; a copy is named after its step', async () => {
  await openBoard();
  const first = stepButtons.first().element();
  if (first instanceof HTMLElement) first.focus();
  await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}');
  await expect.poll(steps).toEqual(['1. 复审', '2. 初审', '3. 终审']);
  await control('z');
  await expect.poll(steps).toEqual(['1. 初审', '2. 复审', '3. 终审']);
  await userEvent.keyboard('{Control>}{Shift>}z{/Shift}{/Control}');
  await expect.poll(steps).toEqual(['1. 复审', '2. 初审', '3. 终审']);
  await button('复制 初审').click();
  await expect.poll(steps).toEqual(['1. 复审', '2. 初审', '3. 初审 副本', '4. 终审']);
});

test('a published version is compared with the drawing and loaded again', async () => {
  versions = [
    {
      id: 1,
      number: 1,
      note: '第一次发布',
      publishedAt: '2026-05-01T02:00:00.000Z',
      publishedByName: '顾平',
      condition: null,
      steps: [atmb('初审'), atmb('复审'), atmb('终审')],
      running: 3,
    },
  ];
  server().change('flowConfig', flow, { publishedVersion: 1 });
  await openBoard();
  await button('删除 复审').click();
  await number(stepButtons, 2);
  await button('历史版本').click();
  await seen(page.getByText('3 份文件正在按此版本审批'));
  await button('与当前图比较').click();
  await seen(page.getByText('删除：复审'));
  await button('载入到图上').click();
  await expect.poll(steps).toEqual(['1. 初审', '2. 复审', '3. 终审']);
});

test('a drawing is not lost when somebody else has changed the flow', async () => {
  await openBoard();
  await nameField.fill('我的');
  server().change('flowConfig', flow, { remarks: '别人' });
  await control('s');
  await seen(page.getByText('流程已被他人修改，请载入最新内容后再改'));
  await unchanged(() => typedIn(nameField), '我的');
  expect(stored()).toMatchObject({ remarks: '别人', steps: [{ name: '初审' }, {}, {}] });
});

test.each(
  sampled([
    ['on a desk', {}],
    ['on a phone, in English', { phone: true, locale: 'en' as const }],
  ]),
)('the drawing board is accessible and fits %s', async (_, look) => {
  await openBoard(look);
  expect(await validated('drawing board')).toEqual([]);
  expect(tooWide('main#content')).toBe(0);
});
