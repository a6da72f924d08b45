import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { residentCheckDigit, usccCheckCharacter } from '#domain/record/formats.ts';
import { example } from '#tests/component/support/example.ts';
import { json } from '#tests/component/support/fake-server.ts';
import { open, server } from '#tests/component/support/mount.tsx';
import {
  choose,
  control,
  css,
  field,
  gone,
  number,
  seen,
  tooWide,
  typedIn,
  unchanged,
  validated,
} from '#tests/component/support/ui.ts';

/** Forms as people use them: what they refuse, keep, compare, and make beside what one is doing. */

const aircraft = '/baseManage/aircraftManage';
const pilots = '/baseManage/pilotManage';
const companies = '/permission/company';
const drawer = '.ant-drawer-open';
const focused = () => document.activeElement?.id ?? '';

/** A form that is there, empty or with its record. */
async function form(path: string, look: Parameters<typeof open>[1] = {}) {
  const screen = await open(path, look);
  await seen(css('.cw-form-page .cw-field'));
  return screen;
}

test('what is wrong is told in a summary whose lines lead to the fields, and the first has the cursor', async () => {
  await form(`${aircraft}/create`);
  await field('registration').fill('B-10AA');
  await field('icao24').fill('400001');
  await control('s');
  const summary = page.getByRole('alert').filter({ hasText: '需要修改' }).first();
  await seen(summary);
  await seen(page.getByText('不在中国的地址段'));
  await expect.poll(focused).toMatch(/^field_(?!icao24)/);
  await summary.getByRole('button', { name: /不在中国的地址段/ }).click();
  await expect.poll(focused).toBe('field_icao24');
  await field('icao24').fill('780001');
  await gone(page.getByText('不在中国的地址段'));
});

test.each([
  ['zh-Hans', '24 位地址码应为 6 位十六进制数'],
  ['en', 'A 24-bit address is 6 hexadecimal digits'],
] as const)(
  'what is wrong is said at its field, in the language of the screen: %s',
  async (locale, announced) => {
    const screen = await form(`${aircraft}/create`, { locale });
    await field('icao24').fill('XYZ');
    await control('s');
    await seen(css('.cw-field:has(#field_icao24) .cw-error').filter({ hasText: announced }));
    await expect.element(field('icao24')).toHaveAttribute('aria-invalid', 'true');
    await expect.poll(() => css('.cw-error').elements().length).toBeGreaterThan(4);
    expect(screen.at().pathname).toBe(`${aircraft}/create`);
  },
);

test('an error in a hidden tab is counted on the tab, and going to it opens the tab', async () => {
  await form('/information/airport/create');
  await field('name').fill('试飞场');
  await page.getByRole('tab', { name: /运行/ }).click();
  await field('phone').fill('12');
  await page.getByRole('tab', { name: /位置/ }).click();
  await control('s');
  await seen(css('.ant-tabs-tab').filter({ hasText: '运行' }).css('.ant-badge'));
  await page
    .getByRole('button', { name: /联系电话|电话/ })
    .first()
    .click();
  await expect.poll(focused).toBe('field_phone');
  await expect.element(field('phone')).toBeVisible();
});

test('an identity number fills what it says, and a contradiction is said at the field', async () => {
  await form(`${pilots}/create`);
  const first = '11010519880412123';
  await field('residentId').fill(`${first}${residentCheckDigit(first)}`);
  await userEvent.keyboard('{Tab}');
  await seen(page.getByText('校验码正确'));
  await expect.poll(() => typedIn(field('birthDate'))).toBe('1988-04-12');
  await field('birthDate').fill('1988-04-13');
  await userEvent.keyboard('{Enter}');
  await control('s');
  await seen(css('.cw-field:has(#field_birthDate)').getByText(/不一致/));
});

test('fields have their place by what is chosen; what was typed comes back, and is dropped when saved', async () => {
  const screen = await form('/statistics/surveillanceSource/create');
  await field('name').fill('源 7');
  await number(css('#field_file'), 0);
  await field('port').fill('9601');
  await choose(field('transport'), '回放');
  await seen(css('#field_file'));
  await number(css('#field_port'), 0);
  await seen(page.getByText(/不适用、保存时将清除：端口/));
  await choose(field('transport'), '单播');
  await expect.poll(() => typedIn(field('port'))).toBe('9601');
  await choose(field('transport'), '回放');
  await field('file').fill('recording.ast');
  await control('s');
  await expect.poll(() => screen.at().pathname).toMatch(/surveillanceSource\/\d+$/);
  const [saved] = server().rows('surveillanceSource');
  expect(saved).toMatchObject({ file: 'recording.ast', transport: 'replay' });
  expect(saved?.port ?? null).toBeNull();
});

test('a related record is made in a drawer, and chosen; Enter there sends nothing else', async () => {
  await form(`${aircraft}/create`);
  await field('registration').fill('B-1001');
  await page.getByRole('button', { name: /新建企业/ }).click();
  const organisation = '91510100MA6123456';
  await field('name', drawer).fill('新翼通航');
  await userEvent.keyboard('{Enter}');
  await seen(css(`${drawer} .cw-error`));
  // The page under it was not sent: nothing is said there.
  await number(css('.cw-form-page .cw-error'), 0);
  await field('uscc', drawer).fill(`${organisation}${usccCheckCharacter(organisation)}`);
  await field('legalRepresentative', drawer).fill('张三');
  await field('contact', drawer).fill('李四');
  await field('phone', drawer).fill('028-85702345');
  await control('s');
  await gone(css(drawer));
  await seen(css('.cw-field:has(#field_company)').getByText('新翼通航'));
  await expect.poll(() => typedIn(field('registration'))).toBe('B-1001');
});

/** The draft of a new pilot as the browser keeps it. */
const draft = () =>
  Object.entries(localStorage).find(([key]) => key.startsWith('draft:') && key.endsWith('pilot:new'))?.[1] ??
  '';

test('a draft is offered to the next page, and says what it holds', async () => {
  await form(`${pilots}/create`);
  await field('name').fill('草稿 7');
  await expect.poll(draft).toContain('草稿 7');
  await form(`${pilots}/create`);
  await seen(page.getByText(/未保存的草稿/));
  await seen(page.getByText(/涉及 1 个字段：姓名/));
  const left = draft();
  await page.getByRole('button', { name: /恢\s?复/ }).click();
  await expect.poll(() => typedIn(field('name'))).toBe('草稿 7');
  // What was restored is a draft again.
  await expect.poll(draft).not.toBe(left);
  await form(`${pilots}/create`);
  await page.getByRole('button', { name: /丢\s?弃/ }).click();
  await expect.poll(() => typedIn(field('name'))).toBe('');
  await form(`${pilots}/create`);
  await number(page.getByText(/未保存的草稿/), 0);
});

test('Back and Cancel ask before anything is lost; Escape in a drawer asks too', async () => {
  const screen = await open(pilots);
  await css(`main#content a[href="${pilots}/create"]`).first().click();
  await field('name').fill('未保存');
  void screen.go(-1);
  await seen(page.getByText('离开此页？'));
  await page.getByRole('button', { name: '留在此页' }).click();
  await unchanged(() => typedIn(field('name')), '未保存');
  await page.getByRole('button', { name: '取消' }).click();
  await seen(page.getByText('离开此页？'));
  await page.getByRole('button', { name: '留在此页' }).click();
  await page.getByRole('button', { name: '新建机场（用于基地机场）' }).click();
  await field('name', drawer).fill('半途');
  await userEvent.keyboard('{Escape}');
  await css('.ant-modal-confirm').getByRole('button', { name: '留在此页' }).click();
  await gone(css('.ant-modal-confirm'));
  await unchanged(() => typedIn(field('name', drawer)), '半途');
  await userEvent.keyboard('{Escape}');
  await css('.ant-modal-confirm .ant-btn-dangerous').click();
  await gone(css(drawer));
});

test('a session that ends while saving keeps all, and the save can be repeated; a copy leaves out what is unique', async () => {
  const { id } = await example('aircraft');
  // The prompt to sign in again is the shell's.
  const screen = await form(`${aircraft}/${id}/edit`, { shell: true });
  await field('serialNumber').fill('KEPT-7');
  const endpoint = `PATCH /api/records/aircraft/${id}`;
  server().on(endpoint, () => json({ message: '登录已失效' }, 401));
  await control('s');
  await seen(css('#ended-name'));
  server().off(endpoint);
  server().on('/api/TokenAuth/Authenticate', () =>
    json({
      success: true,
      result: { accessToken: 'next', encryptedAccessToken: 'next', expireInSeconds: 60, redirect: null },
    }),
  );
  await css('.ant-modal input[type=password]').fill('Demo-2026!');
  await userEvent.keyboard('{Enter}');
  await gone(css('#ended-name'));
  await unchanged(() => typedIn(field('serialNumber')), 'KEPT-7');
  await control('s');
  await expect.poll(() => screen.at().pathname).toBe(`${aircraft}/${id}`);
  expect(server().row('aircraft', id).serialNumber).toBe('KEPT-7');

  await form(`${aircraft}/create?from=${id}`);
  await seen(page.getByText('内容复制自已有记录'));
  await expect.poll(() => typedIn(field('serialNumber'))).toBe('KEPT-7');
  await expect.poll(() => typedIn(field('registration'))).toBe('');
});

test('a company is edited with its aircraft: one is added, changed and taken away beside it', async () => {
  const { id } = await example('company');
  await example('aircraftType', { designator: 'C172' });
  await form(`${companies}/${id}/edit`);
  const section = page.getByRole('group', { name: '航空器', exact: true });
  await section.getByRole('button', { name: '添加航空器' }).click();
  await field('registration', drawer).fill('B-1003');
  await number(css(`${drawer} [id$="_company"]`), 0);
  await choose(field('type', drawer), 'C172');
  await field('serialNumber', drawer).fill('D-1');
  await field('airworthinessNumber', drawer).fill('AC-2');
  await field('airworthinessExpiry', drawer).fill('2030-02-28');
  await userEvent.keyboard('{Enter}');
  await control('s');
  await section.getByRole('button', { name: '编辑 B-1003' }).click();
  await field('callsign', drawer).fill('CWX01');
  await control('s');
  await seen(section.getByText('CWX01'));
  await section.getByRole('button', { name: '删除 B-1003' }).click();
  await css('.ant-modal-confirm-btns .ant-btn').last().click();
  await gone(section.getByText('B-1003'));
  expect(server().rows('aircraft')).toMatchObject([{ company: id, callsign: 'CWX01' }]);
});

test('a record is made with the keyboard alone', async () => {
  const { id } = await example('dictionary', { name: '道面' });
  const screen = await form('/permission/dictionary/items/create');
  await choose(field('dictionary'), '道面');
  const reach = async (wanted: string) => {
    for (let step = 0; step < 12 && focused() !== wanted; step += 1) await userEvent.keyboard('{Tab}');
    expect(focused()).toBe(wanted);
  };
  const typed = { code: 'k7', label: '键盘', labelEn: 'Keyboard', colour: '#1890ff' };
  for (const [name, value] of Object.entries(typed)) {
    await reach(`field_${name}`);
    await userEvent.keyboard(value);
  }
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => screen.at().pathname).toMatch(/dictionary\/items\/\d+$/);
  expect(server().rows('dictionaryItem')).toMatchObject([{ ...typed, dictionary: id }]);
});

test('times of use are days and hours, a validity is one range', async () => {
  await form('/situation/airspaceApproval/create');
  await page.getByRole('button', { name: '添加时段' }).click();
  await page.getByRole('button', { name: '工作日' }).click();
  const start = css('#field_schedule_0_startTime');
  await start.fill('8:30');
  await userEvent.keyboard('{Tab}');
  await expect.poll(() => typedIn(start)).toBe('0830');
  await css('#field_schedule_0_endTime').fill('99');
  await control('s');
  await seen(css('.cw-weekly .cw-error'));
  await number(css('#field_validTo'), 0);
  await seen(css('#field_validFrom_end'));
});

test('a condition is rows', async () => {
  await form('/permission/flowConfig/create');
  await choose(field('documentKind'), '飞行计划');
  await page.getByRole('button', { name: /添加条件$/ }).click();
  const row = css('.cw-condition-row').first();
  await choose(row.getByRole('combobox', { name: '字段' }), '最高高度');
  await row.getByRole('spinbutton', { name: '值' }).fill('3000');
  await page.getByRole('switch').first().click();
  await seen(css('#field_condition_json'));
  expect(JSON.parse(typedIn(css('#field_condition_json')))).toEqual({ upperM: { $gte: 3000 } });
});

test('on a phone the save bar stays in sight, and the form is no wider than the screen', async () => {
  await form(`${pilots}/create`, { phone: true });
  const save = page.getByRole('button', { name: '保存', exact: true });
  await expect.poll(() => save.element().getBoundingClientRect().bottom).toBeLessThanOrEqual(844);
  await expect.poll(() => tooWide('.cw-form-page')).toBe(0);
});

test('a user without a role is saved only by whoever was asked', async () => {
  const { id } = await example('role', { name: 'Tower' });
  const screen = await form('/permission/user/create');
  await field('userName').fill('tower.2');
  await field('name').fill('王塔');
  await control('s');
  const asked = page.getByRole('dialog').filter({ hasText: '“角色”为空' });
  await seen(asked.getByText(/什么也看不到/));
  await asked.getByRole('button', { name: '返回填写' }).click();
  await gone(asked);
  expect(server().rows('user')).toEqual([]);
  await choose(field('roles'), 'Tower');
  await userEvent.keyboard('{Tab}');
  await control('s');
  await expect.poll(() => screen.at().pathname).toMatch(/user\/\d+$/);
  expect(server().rows('user')).toMatchObject([{ userName: 'tower.2', roles: [id] }]);
});

test('what the server refuses is shown at its field, in the summary too, until the field is changed', async () => {
  const { id } = await example('aircraft');
  const screen = await form(`${aircraft}/${id}/edit`);
  server().on(`PATCH /api/records/aircraft/${id}`, () =>
    json(
      {
        message: 'Some fields do not fit.',
        code: 'validation',
        errors: { serialNumber: ['出厂序号已登记在 B-10QA 名下'] },
      },
      400,
    ),
  );
  await field('serialNumber').fill('TAKEN-1');
  await control('s');
  const error = css('.cw-field:has(#field_serialNumber) .cw-error').filter({
    hasText: '已登记在 B-10QA 名下',
  });
  await seen(error);
  await expect.element(field('serialNumber')).toHaveAttribute('aria-invalid', 'true');
  await seen(page.getByRole('alert').filter({ hasText: '有 1 处需要修改' }));
  await unchanged(() => typedIn(field('serialNumber')), 'TAKEN-1');
  expect(screen.at().pathname).toBe(`${aircraft}/${id}/edit`);
  await field('serialNumber').fill('FREE-1');
  await gone(error);
  server().off(`PATCH /api/records/aircraft/${id}`);
  await control('s');
  await expect.poll(() => screen.at().pathname).toBe(`${aircraft}/${id}`);
  expect(server().row('aircraft', id).serialNumber).toBe('FREE-1');
});

test('a refusal that concerns no field is shown above the form, and nothing that was typed is lost', async () => {
  const { id } = await example('aircraft');
  await form(`${aircraft}/${id}/edit`);
  server().on(`PATCH /api/records/aircraft/${id}`, () =>
    json({ message: '该航空器正在执行飞行，不能修改', code: 'busy', errors: {} }, 422),
  );
  await field('serialNumber').fill('LATER-1');
  await control('s');
  await seen(page.getByText('保存失败，内容已保留'));
  await seen(page.getByText('该航空器正在执行飞行，不能修改').first());
  await unchanged(() => typedIn(field('serialNumber')), 'LATER-1');
});

test('a record is made with pickers that search, and shown', async () => {
  await example('aircraftType', { designator: 'C172' });
  const type = await example('aircraftType', { designator: 'SR20' });
  // More than a picker shows at first, and the one that is wanted is the last.
  server().add('company', ...Array.from({ length: 40 }, (_, index) => ({ name: `别家通航 ${index}` })));
  const company = await example('company', { name: '鹰翼通航' });
  const screen = await form(`${aircraft}/create`);
  await field('registration').fill('B-10ZZ');
  await field('icao24').fill('780CFF');
  await choose(field('type'), 'SR20');
  await field('serialNumber').fill('172S99999');
  await choose(field('company'), '鹰翼');
  await field('airworthinessNumber').fill('AC-99999');
  await field('airworthinessExpiry').fill('2030-01-31');
  await userEvent.keyboard('{Enter}');
  await control('s');
  await expect.poll(() => screen.at().pathname).toMatch(/aircraftManage\/\d+$/);
  await seen(page.getByRole('heading', { level: 1, name: /B-10ZZ/ }));
  await seen(css('.cw-fields').getByText('鹰翼通航').first());
  // What is searched is searched by the server, among all there are.
  const searched = server().asked.filter(({ path }) => path === '/api/records/company');
  expect(searched.map(({ query }) => query.get('q'))).toContain('鹰翼');
  expect(server().rows('aircraft')).toMatchObject([
    { type: type.id, company: company.id, airworthinessExpiry: '2030-01-31' },
  ]);
});

test('a stale save shows both sides with who changed it, and saves what is chosen', async () => {
  const { id } = await example('aircraft', { serialNumber: 'BASE-1', colour: '白底绿条' });
  const screen = await form(`${aircraft}/${id}/edit`);
  await field('serialNumber').fill('MINE-1');
  const theirs = { serialNumber: 'THEIRS-1', colour: '白底红条', updatedBy: 2 };
  server().change('aircraft', id, theirs);
  server().on(`GET /api/records/aircraft/${id}/history`, () =>
    json([
      {
        id: 9,
        version: 2,
        action: 'update',
        at: '2026-06-10T01:00:00.000Z',
        by: 2,
        byName: '何远',
        source: 'screen',
        changes: [],
      },
    ]),
  );
  await control('s');
  await seen(page.getByText(/何远 在 .* 修改了此记录/));
  const sides = css('.cw-changes tbody tr').filter({ hasText: 'MINE-1' });
  await expect.element(sides).toHaveTextContent(/BASE-1.*MINE-1.*THEIRS-1/);
  const save = page.getByRole('button', { name: '按选择保存' });
  await expect.element(save).toBeDisabled();
  await sides.getByText('保留我的').click();
  await save.click();
  await expect.poll(() => screen.at().pathname).toBe(`${aircraft}/${id}`);
  // What only the other person changed stays as they left it.
  expect(server().row('aircraft', id)).toMatchObject({
    serialNumber: 'MINE-1',
    colour: '白底红条',
    version: 3,
  });
});

test('an airspace opens with its shape on a map', async () => {
  const { id } = await example('airspace');
  await form(`/situation/airspaceApproval/${id}/edit`);
  await seen(css('.leaflet-container'));
  // Its coordinates are next to the map, and nothing asks to begin with one.
  await number(css('fieldset.cw-figures-panel'), 0);
  await expect.poll(() => css('div.cw-figures-panel input[type=text]').elements().length).toBeGreaterThan(2);
});

test('axe finds nothing in forms, with locked fields, details, errors and a drawer open', async () => {
  const { id } = await example('company');
  await example('pilot', { company: id });
  await form(`${companies}/${id}/edit`);
  await seen(page.getByRole('group', { name: '飞行员', exact: true }).css('tr.ant-table-row'));
  const found = await validated('company');
  await form(`${pilots}/create`);
  await control('s');
  await seen(css('.cw-error'));
  await page.getByRole('button', { name: '新建机场（用于基地机场）' }).click();
  await seen(field('name', drawer));
  found.push(...(await validated('drawer')));
  expect(found).toEqual([]);
});
