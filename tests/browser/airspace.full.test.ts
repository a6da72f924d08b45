import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { direct, inverse } from '#domain/geo/geodesy.ts';
import { violationsInBoth } from './support/axe.ts';
import { dialog } from './support/dialog.ts';
import { type Product, startProduct } from './support/product.ts';
import { settled } from './support/settled.ts';

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(async () => {
  await product?.close();
});

const dayMs = 86_400_000;
const stamp = String(Date.now()).slice(-6);
const inDays = (days: number) => new Date(Date.now() + days * dayMs).toISOString();
const service = (user: string, method: string, body?: unknown) =>
  product.api(user, body === undefined ? 'GET' : 'POST', `/api/services/app/Airspace/${method}`, body);
const get = async (id: number) => (await service('admin', `Get?id=${id}`)).body.result;

/** The demo's prohibited area: whose air nobody is given. */
async function prohibited(): Promise<{ latitude: number; longitude: number }> {
  const { body } = await product.api('admin', 'GET', '/api/records/airspace?designator=ZUP901');
  const [longitude, latitude] = body[0].center.coordinates;
  return { latitude, longitude };
}

const centre = (page: Page) => page.getByLabel('圆心', { exact: true });
const finding = (page: Page, code: string) => page.locator(`.airspace-beside li[data-code=${code}]`);

describe('the life of an airspace', () => {
  const name = `测试空域 ${stamp}`;
  let id = 0;

  test('it is refused in a prohibited area, moved away, and submitted', async () => {
    const page = await product.as('operator');
    const bad = await prohibited();
    const limit = (value: number) => ({ value, unit: 'm', reference: 'AGL' });
    const { body } = await service('operator', 'Save', {
      name,
      kind: 'temporary',
      shape: 'circle',
      center: { type: 'Point', coordinates: [bad.longitude, bad.latitude] },
      radiusM: 500,
      lower: limit(0),
      upper: limit(300),
      validFrom: inDays(30),
      validTo: inDays(60),
      activityNature: '航空摄影',
      entryExit: '自南侧 300 米以下进出',
    });
    id = body.result.id;
    await page.goto(`${product.address}/situation/edit_a?id=${id}`);
    await finding(page, 'prohibited').waitFor();
    // What it meets stands beside it in the section.
    await page.locator('.cw-section li[data-tone=conflict]').waitFor();
    await page.locator('.cw-section li[data-tone=own]').waitFor();
    await product.picture(page, 'airspace-conflict');
    await page.getByRole('button', { name: '提交申请' }).click();
    await page.locator('.ant-alert-error[role=alert]').first().waitFor();
    expect((await get(id)).airspace).toMatchObject({ name, state: 0, auditState: 0 });

    await finding(page, 'prohibited').waitFor();
    const free = direct(bad, 45, 12_000);
    await centre(page).fill(`${free.latitude.toFixed(6)}, ${free.longitude.toFixed(6)}`);
    await centre(page).press('Enter');
    await finding(page, 'prohibited').waitFor({ state: 'detached' });
    // Taken back, and taken again.
    await page.locator('.cw-draw-tools').getByRole('button', { name: '撤销' }).click();
    await finding(page, 'prohibited').waitFor();
    await page.locator('.cw-draw .leaflet-container').focus();
    await page.keyboard.press('Control+Shift+Z');
    await finding(page, 'prohibited').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: '提交申请' }).click();
    await page.waitForURL(/detailsAir\?id=/);
    await page.locator('.airspace-state[data-look=waiting]').waitFor();
    const { airspace } = await get(id);
    const [longitude, latitude] = airspace.center.coordinates;
    expect(inverse(free, { latitude, longitude }).distanceM).toBeLessThan(0.2);
    await page.close();
  });

  test('who decides sees another application for the same air, as long as it waits', async () => {
    const { airspace } = await get(id);
    const { kind, shape, center, radiusM, lower, upper, validFrom, validTo } = airspace;
    const rival = await service('operator2', 'Save', {
      name: `同址申请 ${stamp}`,
      ...{ kind, shape, center, radiusM, lower, upper, validFrom, validTo },
      activityNature: '航空摄影',
      entryExit: '自北侧进出',
    });
    const other = rival.body.result.id;
    expect((await service('operator2', 'Submit', { id: other })).status).toBe(200);
    const page = await product.as('atmb');
    const warning = page.locator('li[data-code=competing]').getByText(`同址申请 ${stamp}`).first();
    await page.goto(`${product.address}/situation/detailsAir?id=${id}`);
    await warning.waitFor();
    await page.getByRole('button', { name: '去审批' }).click();
    await page.locator('[data-act=approve]').waitFor();
    await warning.waitFor();
    await page.locator('.cw-airsection-list li', { hasText: `同址申请 ${stamp}` }).waitFor();
    await product.picture(page, 'airspace-competing');
    const applicant = await product.as('operator', { at: `/situation/detailsAir?id=${id}` });
    await applicant.locator('.airspace-state[data-look=waiting]').waitFor();
    await applicant.locator('.plan-findings, .plan-clear').first().waitFor();
    await expect.poll(() => applicant.locator('li[data-code=competing]').count()).toBe(0);
    await service('operator2', 'Withdraw', { id: other });
    await warning.waitFor({ state: 'detached' });
    await service('operator2', 'Delete', { id: other });
    await applicant.close();
    await page.close();
  }, 60_000);

  test('the air traffic body approves it, step by step', async () => {
    const page = await product.as('atmb');
    for (let step = 0; step < 3 && (await get(id)).airspace.state === 0; step++) {
      await page.goto(`${product.address}/situation/detailsAir?id=${id}`);
      await page.getByRole('button', { name: '去审批' }).click();
      await page.locator('[data-act=approve]').click();
      await dialog(page).locator('.ant-btn-primary').click();
      await dialog(page).waitFor({ state: 'detached' });
    }
    expect((await get(id)).airspace).toMatchObject({ state: 1, acceptState: '1' });
    await page.close();
  });

  test('airspace watch opens and closes it; whoever looks at it sees it at once', async () => {
    const page = await product.as('aiw');
    const other = await product.as('operator', { at: `/situation/detailsAir?id=${id}` });
    await other.locator('.airspace-state[data-look=approved]').waitFor();
    await page.goto(`${product.address}/situation/detailsAir?id=${id}`);
    await page.locator('[data-action=open]').click();
    await dialog(page).locator('.ant-btn-primary').click();
    await page.locator('.airspace-open[data-open=open]').waitFor();
    await other.locator('.airspace-open[data-open=open]').waitFor();
    // A closing says why.
    await page.locator('[data-action=close]').click();
    await dialog(page).locator('.ant-btn-dangerous').click();
    await dialog(page).getByText('请填写原因').waitFor();
    await dialog(page).locator('textarea').fill('训练取消');
    await dialog(page).locator('.ant-btn-dangerous').click();
    await other.locator('.airspace-open[data-open=closed]').waitFor();
    expect((await get(id)).airspace).toMatchObject({ openState: 'closed', openReason: '训练取消' });
    await page.close();
    await other.close();
  });

  test('a closing is on the situation map of whoever watches, without a reload', async () => {
    const page = await product.as('operator');
    const layer = (wanted: string) =>
      page.waitForResponse(async (response) => {
        if (!response.url().includes('/api/records/airspace?') || !response.ok()) return false;
        const rows: unknown = await response.json();
        const own = Array.isArray(rows) ? rows.find((row) => row.id === id) : undefined;
        return own?.openState === wanted;
      });
    const first = layer('closed');
    await page.goto(`${product.address}/situation/situationmap`);
    await first;
    // It hears of changes from here on.
    await page.getByText('已连接').first().waitFor();
    const opened = layer('open');
    await service('aiw', 'Open', { id });
    await opened;
    const closed = layer('closed');
    await service('aiw', 'Close', { id, reason: '训练取消' });
    await closed;
    await page.close();
  });

  test('its holder asks for an extension; the air traffic body finds it above the list, and grants what was asked', async () => {
    const holder = await product.as('operator', { at: `/situation/detailsAir?id=${id}` });
    await holder.locator('[data-action=askExtension]').click();
    // What is missing is said at its field, and nothing is sent.
    await dialog(holder).locator('.ant-btn-primary').click();
    await dialog(holder).getByText('请填写原因').waitFor();
    const wall = (at: number) => new Date(at + 8 * 3_600_000).toISOString().slice(0, 16).replace('T', ' ');
    const end = dialog(holder).locator('.ant-picker input');
    const fill = async (at: number) => {
      await end.fill(wall(at));
      await end.press('Enter');
    };
    const before = Date.parse((await get(id)).airspace.validTo);
    await fill(before - dayMs);
    await dialog(holder).getByText('应晚于现截止时间').waitFor();
    const wanted = Math.floor((before + 20 * dayMs) / 60_000) * 60_000;
    await fill(wanted);
    await dialog(holder).locator('textarea').fill('作业未完成');
    await dialog(holder).locator('.ant-btn-primary').click();
    await holder.locator('[data-ask]').getByText('作业未完成').waitFor();
    await holder.locator('[data-action=withdrawExtension]').waitFor();

    const authority = await product.as('atmb', { at: '/situation/airspaceApproval' });
    const row = authority.locator(`.airspace-asks li[data-id="${id}"]`);
    await row.getByText('作业未完成').waitFor();
    await row.locator('[data-action=extend]').click();
    await dialog(authority).locator('textarea').fill('同意延期');
    await product.picture(authority, 'airspace-extension');
    await dialog(authority).locator('.ant-btn-primary').click();
    await row.waitFor({ state: 'detached' });
    await holder.locator('[data-ask]').waitFor({ state: 'detached' });
    const { airspace, events } = await get(id);
    expect(Date.parse(airspace.validTo)).toBe(wanted);
    const ask = events.find(({ kind }: { kind: string }) => kind === 'extensionAsked');
    expect(ask).toMatchObject({ state: 'granted', answer: '同意延期' });
    await holder.close();
    await authority.close();
  }, 60_000);

  test('its validity ends, and it is expired by the clock', async () => {
    const { airspace } = await get(id);
    const now = Date.now();
    const { body } = await service('atmb', 'Save', {
      id,
      version: airspace.version,
      validFrom: new Date(now - 3_600_000).toISOString(),
      validTo: new Date(now + 5000).toISOString(),
      reason: '提前结束',
    });
    expect(JSON.stringify(body.error ?? null)).toBe('null');
    const page = await product.as('operator', { at: `/situation/detailsAir?id=${id}` });
    await page.locator('.airspace-state[data-look=expired]').waitFor({ timeout: 150_000 });
    const { airspace: ended, events, versions } = await get(id);
    expect(ended.state).toBe(2);
    expect(events.map(({ kind }: { kind: string }) => kind)).toContain('expire');
    expect(versions.length).toBeGreaterThan(1);
    await page.close();
  }, 200_000);
});

describe('the library', () => {
  test('an OpenAir text with one bad feature: the good one is saved, the bad one says its line', async () => {
    const page = await product.as('atmb', { at: '/situation/airspaceRepository' });
    await page.getByRole('button', { name: '导入空域' }).click();
    const text = [
      'AC R',
      `AN 导入 ${stamp}`,
      'AL GND',
      'AH 900m MSL',
      'V X=30:10:00 N 103:00:00 E',
      'DC 1',
      '',
      'AC R',
      'AN 坏的要素',
      'AL GND',
      'AH 900m MSL',
      'DP 30:99:00 N 103:00:00 E',
      'DP 30:10:00 N 103:10:00 E',
      'DP 30:00:00 N 103:10:00 E',
    ].join('\n');
    await dialog(page).locator('textarea').fill(text);
    await dialog(page)
      .getByRole('button', { name: /预\s?览/ })
      .click();
    const bad = dialog(page).locator('li[data-bad=true]');
    await bad.waitFor();
    await expect.poll(() => bad.count()).toBe(1);
    await bad.getByText('第 12 行').waitFor();
    await product.picture(page, 'airspace-import');
    await dialog(page).locator('.ant-modal-footer .ant-btn-primary').click();
    await dialog(page).waitFor({ state: 'detached' });
    await page.locator('.airspace-found').getByText(`导入 ${stamp}`).waitFor();
    await page.close();
  });

  test('an operator takes applications from a GeoJSON file, and finds them in their list', async () => {
    const page = await product.as('operator', { at: '/situation/airspaceApproval' });
    await page.getByRole('button', { name: '导入空域' }).click();
    const corners = [
      [102.9, 30.1],
      [103, 30.1],
      [103, 30.2],
      [102.9, 30.1],
    ];
    const feature = (properties: object) => ({
      type: 'Feature',
      properties: { kind: 'temporary', lower: 'GND', upper: '300 m AGL', ...properties },
      geometry: { type: 'Polygon', coordinates: [corners] },
    });
    const features = [feature({ name: `文件申请 ${stamp}` }), feature({ name: '没有单位', upper: 300 })];
    await dialog(page)
      .locator('textarea')
      .fill(JSON.stringify({ type: 'FeatureCollection', features }));
    await dialog(page)
      .getByRole('button', { name: /预\s?览/ })
      .click();
    await dialog(page).locator('li[data-bad=true]').getByText('features.1.properties.upper').waitFor();
    await dialog(page).locator('.ant-modal-footer .ant-btn-primary').click();
    await dialog(page).waitFor({ state: 'detached' });
    // Rows do not move under the pointer: new ones are asked for.
    await page.goto(`${product.address}/situation/airspaceApproval?q=${stamp}`);
    await page.locator('.ant-table-row').getByText(`文件申请 ${stamp}`).waitFor();
    await page.close();
  });

  test('what is chosen goes out as GeoJSON and KML', async () => {
    const page = await product.as('atmb', { at: '/situation/airspaceRepository' });
    await page.locator('.airspace-found .ant-checkbox-input').first().check();
    for (const format of ['GeoJSON', 'KML']) {
      await page.getByRole('button', { name: /导出（1）/ }).click();
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.locator('.ant-dropdown:visible').getByText(format, { exact: true }).click(),
      ]);
      expect(file.suggestedFilename()).toMatch(format === 'KML' ? /\.kml$/ : /\.(geo)?json$/);
    }
    await page.close();
  });
});

test('the desk opens and closes by keys', async () => {
  const page = await product.as('aiw', { at: '/situation/airspaceOpen' });
  const row = page.locator('.airspace-row', { has: page.locator('.airspace-open[data-open=open]') }).first();
  await row.focus();
  const id = Number(await settled(() => row.getAttribute('data-id')));
  await page.keyboard.press('c');
  await dialog(page).locator('textarea').fill('测试关闭');
  await page.keyboard.press('Control+Enter');
  const again = page.locator(`.airspace-row[data-id="${id}"]`);
  await again.locator('.airspace-open[data-open=closed]').waitFor();
  await dialog(page).waitFor({ state: 'detached' });
  await again.focus();
  await page.keyboard.press('o');
  await dialog(page).locator('.ant-btn-primary').click();
  await again.locator('.airspace-open[data-open=open]').waitFor();
  await page.close();
});

test.each([
  ['operator', '/situation/addNavAirPlan', '.cw-draw .leaflet-container'],
  ['operator', '/situation/detailsAir?id=1', '.cw-airsection'],
  ['atmb', '/situation/airspaceRepository', '.airspace-found li'],
  ['operator', '/situation/airspaceQuery', '.airspace-found li'],
  ['aiw', '/situation/airspaceOpen', '.airspace-row'],
  ['operator', '/situation/airspaceApproval', '.ant-table-row'],
  ['atmb', '/situation/airspaceApproval', '.airspace-asks li'],
])('axe finds nothing for %s at %s', async (user, path, ready) => {
  const page = await product.as(user, { at: path });
  await page.locator(ready).first().waitFor();
  expect(await violationsInBoth(page)).toEqual([]);
  await page.close();
});

test('nothing went wrong on any page', () => {
  expect(product.errors).toEqual([]);
});
