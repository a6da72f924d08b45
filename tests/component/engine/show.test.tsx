import { beforeEach, describe, expect, test } from 'vitest';
import { cdp, page, userEvent } from 'vitest/browser';
import { isObject } from '#domain/text/narrow.ts';
import { example } from '#tests/component/support/example.ts';
import { json } from '#tests/component/support/fake-server.ts';
import { open, server } from '#tests/component/support/mount.tsx';
import { sampled } from '#tests/component/support/sampled.ts';
import { css, escapeFrom, gone, number, seen, texts, validated } from '#tests/component/support/ui.ts';
import type { HistoryEntry } from '#web/client/record-history.ts';
import { button, itemList, itemsFrom, makeItems, marks, mine, rows } from './list-sample.ts';

/** The page of a record: what relates to it, its neighbours, its history, on paper, and in the trash. */

const aircraft = '/baseManage/aircraftManage';
const companies = '/permission/company';
const missions = '/baseManage/flyType';
const confirm = () => css('.ant-modal-confirm-btns .ant-btn').last();

/** A company with two aircraft of its own, and one of another company. */
async function makeCompany(): Promise<number> {
  const company = await example('company', { name: '云翼通航' });
  const other = await example('company', { name: '别家通航' });
  for (const registration of ['B-10QA', 'B-10SX'])
    await example('aircraft', { registration, company: company.id });
  await example('aircraft', { registration: 'B-10ZZ', company: other.id });
  server().on(`GET /api/records/company/${company.id}/uses`, () =>
    json([
      { resource: 'aircraft', field: 'company', count: 2 },
      { resource: 'pilot', field: 'company', count: 0 },
    ]),
  );
  return company.id;
}

/** An aircraft that was made, then had a seat more, then another colour. */
const at = '2026-06-09T08:00:00.000Z';
const by = { by: 1, byName: '管理员', at };
const entries: HistoryEntry[] = [
  {
    ...by,
    id: 3,
    version: 3,
    action: 'update',
    source: 'api',
    changes: [{ field: 'colour', before: '白底绿条', after: '白底红条' }],
  },
  {
    ...by,
    id: 2,
    version: 2,
    action: 'update',
    source: 'screen',
    changes: [{ field: 'seats', before: 8, after: 9 }],
  },
  {
    ...by,
    id: 1,
    version: 1,
    action: 'create',
    source: 'screen',
    changes: [
      { field: 'colour', before: null, after: '白底绿条' },
      { field: 'seats', before: null, after: 8 },
    ],
  },
];

describe('a record', () => {
  test('has its related lists, with a link to all of them and to a new one that names it', async () => {
    const id = await makeCompany();
    const related = `${companies}/${id}?tab=related`;
    const screen = await open(related);
    const heading = css('.ant-collapse-header').filter({ hasText: '航空器' }).first();
    await expect.element(heading.css('.ant-badge')).toHaveTextContent(/^2$/);
    await seen(page.getByRole('link', { name: 'B-10QA' }));
    await seen(page.getByRole('link', { name: 'B-10SX' }));
    await number(page.getByRole('link', { name: 'B-10ZZ' }), 0);
    await heading.getByRole('link', { name: '添加' }).click();
    await expect.poll(() => screen.at().pathname).toBe(`${aircraft}/create`);
    expect(screen.at().searchParams.get('company')).toBe(String(id));
    await seen(css('.cw-field:has(#field_company)').getByText('云翼通航'));
    await screen.go(related);
    await heading.getByRole('link', { name: '航空器：查看全部' }).click();
    await expect.poll(() => screen.at().pathname).toBe(aircraft);
    await expect.poll(() => marks().sort()).toEqual(['B-10QA', 'B-10SX']);
  });

  test('is used by what names it, type by type', async () => {
    const id = await makeCompany();
    await open(`${companies}/${id}?tab=uses`);
    await seen(css('.cw-changes tbody tr'));
    await expect
      .poll(() => texts(css('.cw-changes tbody tr')))
      .toEqual([expect.stringMatching(/^航空器.*2$/)]);
    await expect
      .element(page.getByRole('link', { name: '航空器', exact: true }))
      .toHaveAttribute('href', `${aircraft}?f.company.in=${id}`);
  });

  test('has its tab in the address', async () => {
    const { id } = await example('airspace');
    const address = `/situation/airspaceApproval/${id}`;
    const screen = await open(address);
    await page.getByRole('tab', { name: '地图' }).click();
    await expect.poll(() => screen.at().searchParams.get('tab')).toBe('map');
    await seen(css('.leaflet-container'));
    await seen(page.getByText('高度范围'));
    const again = await open(`${address}?tab=map`);
    await seen(css('.leaflet-container'));
    await page.getByRole('tab', { name: '被引用' }).click();
    await expect.poll(() => again.at().searchParams.get('tab')).toBe('uses');
    await page.getByRole('tab', { name: '内容' }).click();
    await expect.poll(() => again.at().searchParams.get('tab')).toBeNull();
    await seen(css('.cw-fields'));
  });

  test('leads to its neighbours in the list that it was opened from', async () => {
    const [first, second, third] = makeItems();
    // The frame remembers the list.
    const screen = await open(`${itemList}?${mine}&sort=code`, { shell: true });
    await expect.poll(marks).toEqual(itemsFrom(1, 20));
    await rows().nth(1).getByRole('link').first().click();
    const place = page.getByRole('navigation', { name: '列表中的前后记录' });
    await expect.element(place).toHaveTextContent('2 / 25');
    await expect.poll(() => screen.at().pathname).toBe(`${itemList}/${second}`);
    await userEvent.keyboard('j');
    await expect.element(place).toHaveTextContent('3 / 25');
    await expect.poll(() => screen.at().pathname).toBe(`${itemList}/${third}`);
    await userEvent.keyboard('k');
    await expect.element(place).toHaveTextContent('2 / 25');
    await userEvent.keyboard('k');
    await expect.element(place).toHaveTextContent('1 / 25');
    await expect.poll(() => screen.at().pathname).toBe(`${itemList}/${first}`);
    await expect.element(place.getByRole('button', { name: /上一条/ })).toBeDisabled();
    await expect.element(place.getByRole('button', { name: /下一条/ })).toBeEnabled();
  });

  test.each(
    sampled(
      [
        ['aircraft', '', '.cw-fields'],
        ['aircraft', '?tab=history', '.cw-entry'],
        ['company', '?tab=related', '.ant-collapse-item-active a'],
        ['company', '?tab=uses', '.cw-changes'],
        ['company', '?print=1', '.cw-print-table'],
        ['airspace', '?tab=map', '.leaflet-container'],
      ],
      2,
    ),
  )('of %s%s is one on which axe finds nothing, at a desk and on a phone', async (type, search, ready) => {
    const company = await makeCompany();
    const plane = server().rows('aircraft')[0]?.id;
    server().on(`GET /api/records/aircraft/${plane}/history`, () => json(entries));
    const path =
      type === 'company'
        ? `${companies}/${company}`
        : type === 'aircraft'
          ? `${aircraft}/${plane}`
          : `/situation/airspaceApproval/${(await example('airspace')).id}`;
    const found: string[] = [];
    for (const phone of [false, true]) {
      await open(`${path}${search}`, { phone });
      await seen(css(ready));
      found.push(...(await validated(phone ? 'phone' : 'desk')));
    }
    expect(found).toEqual([]);
  });

  test('is printed black on white in the dark too, with who printed it, and its lists chosen', async () => {
    const id = await makeCompany();
    await open(`${companies}/${id}?print=1`, { theme: 'dark' });
    await seen(page.getByText(/管理员 打印于 \d{4}-\d\d-\d\d \d\d:\d\d CST \(\d{4}Z\)/));
    await seen(css('.cw-print-table').filter({ hasText: 'B-10QA' }));
    const printed = (media: string) =>
      cdp().send('Emulation.setEmulatedMedia', {
        media,
        // As the whole run has it: the call sets all of them.
        features: [{ name: 'prefers-reduced-motion', value: 'reduce' }],
      });
    try {
      await printed('print');
      const look = (selector: string) => getComputedStyle(css(selector).element());
      await expect.poll(() => look('.cw-sheet-bar').display).toBe('none');
      await expect.poll(() => look('.cw-paper').color).toBe('rgb(0, 0, 0)');
      await expect.poll(() => look('.cw-sheet').backgroundColor).toBe('rgb(255, 255, 255)');
      await gone(css('#root'));
    } finally {
      await printed('');
    }
    await css('.cw-sheet-bar .ant-select-selection-item-remove').first().click();
    await gone(css('.cw-print-table'));
  });
});

describe('a history', () => {
  let id = 0;
  const restores = () =>
    server()
      .asked.filter(({ path }) => path.endsWith('/restore-version'))
      .map(({ body }) => body);

  beforeEach(async () => {
    ({ id } = await example('aircraft', { colour: '白底绿条', seats: 8 }));
    server().change('aircraft', id, { seats: 9 });
    server().change('aircraft', id, { colour: '白底红条' });
    server().on(`GET /api/records/aircraft/${id}/history`, () => json(entries));
  });

  const restoring = (problems: Record<string, string[]>) =>
    server().on(`POST /api/records/aircraft/${id}/restore-version`, ({ body }) => {
      if (isObject(body) && body.preview === true)
        return json({ changes: [{ field: 'colour', before: '白底红条', after: '白底绿条' }], problems });
      return json(server().change('aircraft', id, { colour: '白底绿条' }));
    });

  test('shows each field before and after, and takes one of them back', async () => {
    restoring({});
    await open(`${aircraft}/${id}?tab=history`);
    const newest = css('.cw-entry').first();
    await seen(newest.getByText('接口'));
    await expect.poll(() => texts(newest.css('tbody tr'))).toEqual(['颜色与标志白底绿条白底红条']);
    await expect.element(css('.cw-entry').last()).toHaveTextContent(/新建/);
    await newest.getByRole('button', { name: '恢复“颜色与标志”的原值' }).click();
    const dialog = page.getByRole('dialog');
    await seen(dialog.getByText('恢复为'));
    await expect.poll(() => texts(dialog.css('tbody tr'))).toEqual(['颜色与标志白底红条白底绿条']);
    await dialog.getByRole('button', { name: '恢复 1 个字段' }).click();
    await gone(dialog);
    await seen(page.getByText('已恢复到第 2 版的内容'));
    const request = { toVersion: 2, version: 3, fields: ['colour'] };
    expect(restores()).toEqual([{ ...request, preview: true }, request]);
    expect(server().row('aircraft', id)).toMatchObject({ colour: '白底绿条', seats: 9, version: 4 });
  });

  test('lists what prevents going back, and does not offer it then', async () => {
    restoring({ colour: ['此颜色已停用'] });
    await open(`${aircraft}/${id}?tab=history`);
    await page.getByRole('button', { name: '恢复“颜色与标志”的原值' }).click();
    const dialog = page.getByRole('dialog');
    await seen(dialog.getByText('颜色与标志: 此颜色已停用'));
    await expect.element(dialog.getByRole('button', { name: '恢复 1 个字段' })).toBeDisabled();
    expect(restores()).toHaveLength(1);
  });

  test('puts two versions next to each other, and shows the record as it was', async () => {
    await open(`${aircraft}/${id}?tab=history`);
    const boxes = page.getByRole('checkbox', { name: '对比' });
    await boxes.nth(0).click();
    await boxes.nth(2).click();
    await expect.element(boxes.nth(1)).toBeDisabled();
    await page.getByRole('button', { name: '对比所选版本（2/2）' }).click();
    const dialog = page.getByRole('dialog');
    await seen(dialog.getByText('对比第 1 版与第 3 版'));
    await expect
      .poll(() => texts(dialog.css('tbody tr')).sort())
      .toEqual(['座位数89', '颜色与标志白底绿条白底红条']);
    await escapeFrom(dialog);
    await page.getByRole('button', { name: '第 2 版的操作' }).click();
    await page.getByRole('menuitem', { name: '查看第 2 版' }).click();
    await expect.poll(() => texts(dialog.css('.cw-differs'))).toEqual(['颜色与标志 · 与当前不同白底绿条']);
  });
});

describe('structured values are shown as text', () => {
  const created = (resource: string, id: number, values: Record<string, unknown>) =>
    server().on(`GET /api/records/${resource}/${id}/history`, () =>
      json([
        {
          ...by,
          id: 1,
          version: 1,
          action: 'create',
          source: 'system',
          changes: Object.entries(values).map(([field, after]) => ({ field, before: null, after })),
        },
      ]),
    );
  const line = (name: string) =>
    css('.cw-entry tr').filter({ has: page.getByRole('rowheader', { name, exact: true }) });

  test('a decoded report in its words', async () => {
    const decoded = JSON.stringify({
      kind: 'METAR',
      station: 'ZUYB',
      observedAt: 1_795_959_000_000,
      wind: { directionDeg: 170, speedMps: 2, gustMps: null, variableDeg: null },
      visibility: { minimumM: 8000, direction: null },
      weather: [],
      cloud: [{ amount: 'SCT', baseFt: 2800, type: null }],
      runwayVisualRange: [],
      recentWeather: [],
      windShear: [],
      trend: [],
      temperatureC: 8,
      dewPointC: 4,
      qnhHpa: 1019,
    });
    const { id } = await example('weatherReport', { decoded });
    created('weatherReport', id, { decoded });
    await open(`/information/weatherReport/${id}?tab=history`, { locale: 'en' });
    await expect.element(line('Decoded')).toHaveTextContent(/170°.*1019 hPa/);
    await expect.element(line('Decoded')).not.toHaveTextContent('{');
  });

  test('an alert without its key, its metrics in words', async () => {
    const details = JSON.stringify({
      reason: { key: 'alert.conformance.noPlan', values: { one: 'B-1', area: '甲区', areaEn: 'Area A' } },
      contacts: [{ name: 'Chengdu TWR', phone: '028-1' }],
      targets: [],
      planIds: [],
      distanceM: 1200,
      verticalM: null,
      approach: null,
    });
    const values = {
      alertKey: 'conformance:noPlan:t:5',
      details,
      reason: 'B-1 没有计划',
      reasonEn: 'B-1 has no plan',
    };
    const { id } = await example('encounter', values);
    created('encounter', id, values);
    await open(`/flightWatch/encounter/${id}?tab=history`, { locale: 'en' });
    await expect.element(line('Figures')).toHaveTextContent('Chengdu TWR 028-1');
    await expect.element(line('Situation')).toHaveTextContent('B-1 has no plan');
    await number(line('Alert key'), 0);
    await number(css('main').getByText(/[{}]/), 0);
  });

  test('an operation in the words of its record, on its page and in its history', async () => {
    const pilot = await example('pilot', { name: '何远', nameEn: 'He Yuan' });
    await example('company', { name: '云翼通航', nameEn: 'Yunyi' });
    const values = {
      recordResource: 'pilot',
      recordId: pilot.id,
      action: 'expire',
      fromState: 1,
      toState: 5,
      operatedBy: null,
      operatedByName: 'system',
      channel: 'system',
      unit: '云翼通航',
      detail: { fields: ['licenceExpiry'] },
    };
    const { id } = await example('operateRecord', values);
    created('operateRecord', id, values);
    const screen = await open(`/navigation/operateRecord/${id}`, { locale: 'en' });
    const pair = (name: string) =>
      css('.cw-fields > div')
        .filter({ has: css('dt').filter({ hasText: name }) })
        .css('dd')
        .first();
    await expect.element(pair('Detail')).toHaveTextContent('Fields Licence valid until');
    await expect.element(pair('Record').last()).toBeInTheDocument();
    await screen.go(`/navigation/operateRecord/${id}?tab=history`);
    await expect.element(line('Record')).toHaveTextContent('He Yuan');
    await expect.element(line('Unit')).toHaveTextContent('Yunyi');
    await expect.element(line('Action')).toHaveTextContent('A paper expired');
    await expect.element(line('To state')).not.toHaveTextContent('5');
    await expect.element(line('Detail')).toHaveTextContent('Licence valid until');
    await expect.element(line('Name')).not.toHaveTextContent('system');
  });

  test('tiles of a dashboard and steps of a flow, a line each', async () => {
    const filter = { field: 'state', operator: 'in', value: [9] };
    const tiles = [
      {
        title: '正在飞行',
        titleEn: 'In flight',
        resource: 'plan',
        chart: 'bar',
        measure: 'count',
        by: 'company',
        filter,
      },
    ];
    const board = await example('dashboard', { tiles });
    created('dashboard', board.id, { tiles });
    const screen = await open(`/statistics/dashboards/${board.id}?tab=history`, { locale: 'en' });
    await expect.element(line('Tiles')).toHaveTextContent(/^TilesIn flight · .*Count.*Operator.*State/);
    const steps = [
      { name: '资料审核', nameEn: 'Audit of the papers', roles: [], condition: { mtowKg: { $gt: 5700 } } },
    ];
    const flow = await example('flowConfig', { documentKind: 'aircraft', steps });
    created('flowConfig', flow.id, { steps });
    server().call('FlowConfig', 'GetNameable', () => ({ roles: [], users: [], organizationUnits: [] }));
    await screen.go(`/permission/flowConfig/${flow.id}?tab=history`);
    await expect.element(line('Steps')).toHaveTextContent(/Audit of the papers.*5,700/);
    await number(css('main').getByText(/[{}]/), 0);
  });

  test('what no schema describes as a tree with plain labels', async () => {
    const content = { pageSize: 20, lastSeen: { step: '受理', stepEn: 'Acceptance' }, list: ['a', 'b'] };
    const { id } = await example('detour', { change: content });
    await open(`/intelligence/detour/${id}`, { locale: 'en' });
    const tree = css('.cw-tree').first();
    await expect
      .element(tree)
      .toHaveTextContent(/3 values.*Page size ?20.*Last seen.*Step ?Acceptance.*List ?a, b/);
    await number(css('main').getByText(/[{}]/), 0);
  });
});

describe('the trash', () => {
  const mission = () => example('missionType', { code: 'ZZTEST', name: '待清除的任务' });

  test('takes a record from its page, and gives it back by one click', async () => {
    const { id } = await mission();
    const screen = await open(`${missions}/${id}`);
    await button('删除').click();
    await expect.element(css('.ant-modal-confirm-title')).toHaveTextContent('删除任务性质“待清除的任务”？');
    await confirm().click();
    await expect.poll(() => screen.at().pathname).toBe(missions);
    await seen(page.getByText('已删除“待清除的任务”'));
    expect(server().row('missionType', id).deletedAt).not.toBeNull();
    await button(/^撤\s*销$/)
      .first()
      .click();
    await expect.poll(marks).toEqual(['待清除的任务']);
    expect(server().row('missionType', id).deletedAt).toBeNull();
  });

  test('is a list of its own, from which a record is restored', async () => {
    const { id } = await mission();
    server().change('missionType', id, { deletedAt: '2026-06-09T08:00:00.000Z' });
    const screen = await open(missions);
    await button('回收站').click();
    await expect.poll(() => screen.at().searchParams.get('trash')).toBe('1');
    await expect.poll(marks).toEqual(['待清除的任务']);
    await button('还原 待清除的任务').click();
    await seen(page.getByText('回收站是空的'));
    await screen.go(missions);
    await expect.poll(marks).toEqual(['待清除的任务']);
  });

  test('deletes for good once the name is typed', async () => {
    const { id } = await mission();
    server().change('missionType', id, { deletedAt: '2026-06-09T08:00:00.000Z' });
    const purge = `/api/records/missionType/${id}/purge`;
    server().on(`POST ${purge}`, () => new Response(null, { status: 204 }));
    const screen = await open(`${missions}/${id}`);
    await seen(page.getByText('此记录已在回收站'));
    await button('彻底删除').click();
    await expect.element(confirm()).toBeDisabled();
    const name = page.getByRole('textbox', { name: /以确认/ });
    await name.fill('待清除');
    await expect.element(name).toHaveValue('待清除');
    await expect.element(confirm()).toBeDisabled();
    await name.fill('待清除的任务');
    await expect.element(confirm()).toBeEnabled();
    await confirm().click();
    await expect.poll(() => screen.at().pathname).toBe(missions);
    expect(server().asked.filter(({ path }) => path === purge)).toHaveLength(1);
  });
});

test('a person in a list within a record is called by the name beside them, not by a number', async () => {
  const approvals = [{ user: 5, name: '何远', decision: 'approved' }];
  const { id } = await example('meetingMinutes', { approvals });
  await open(`/coordination/meetingMinutes/${id}`);
  const item = css('main li').filter({ hasText: '何远' });
  await seen(item);
  await expect.poll(() => texts(item)).toEqual(['姓名 何远；意见 确认']);
});
