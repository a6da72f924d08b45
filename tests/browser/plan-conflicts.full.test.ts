import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { mapColours } from '#web/map/map-colours.ts';
import { violationsInBoth } from './support/axe.ts';
import { choose, stateLine } from './support/plan-screens.ts';
import { type Product, startProduct } from './support/product.ts';

/** A plan that meets another in the air: all of it is seen at once, and one click leads out of it. */

let product: Product;
let operator: Page;

beforeAll(async () => {
  product = await startProduct();
  operator = await product.as('operator');
});
afterAll(async () => {
  await product?.close();
});
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await product.picture(operator, task.name);
});

/**
 * A day of Beijing's calendar that neither the demo nor another file of tests flies on, and whose eve is
 * still open.
 */
const day = new Date(Date.now() + 8 * 3_600_000 + 20 * 86_400_000).toISOString().slice(0, 10);
const at = (clock: string) => `${day}T${clock}:00.000Z`;
const amsl = (value: number) => ({ value, unit: 'm', reference: 'AMSL' });

const idOf = async (user: string, query: string): Promise<number> => {
  const { body } = await product.api(user, 'GET', `/api/records/${query}`);
  expect([query, body.length]).toEqual([query, 1]);
  return body[0].id;
};
const call = async (user: string, name: string, input: object) => {
  const { status, body } = await product.api(user, 'POST', `/api/services/app/Navigation/${name}`, input);
  expect([name, status, body.error ?? null]).toEqual([name, 200, null]);
  return body.result;
};

const crews = {
  operator: { registration: 'B-10QA', pilot: '高翔' },
  operator2: { registration: 'B-10SX', pilot: '方磊' },
};

/**
 * A route on 31.42° N from a meridian eastward, by two companies that have nothing to do with one another.
 */
async function planOf(user: keyof typeof crews, longitude: number, task: object, pilot = crews[user].pilot) {
  const { registration } = crews[user];
  const aerodrome = await idOf(user, 'airport?icao=ZUGH');
  return {
    missionType: await idOf(user, 'missionType?code=PATROL'),
    mission: '管线巡查',
    contact: '何远',
    phone: '0838-5300001',
    weatherMinima: '目视',
    communications: '118.7',
    tasks: [
      {
        callsign: registration.replace('-', ''),
        aircraft: await idOf(user, `aircraft?registration=${registration}`),
        pilots: [await idOf(user, `pilot?name=${pilot}`)],
        departure: aerodrome,
        destination: aerodrome,
        etd: at('02:00'),
        eta: at('03:00'),
        geometry: {
          type: 'LineString',
          coordinates: [
            [longitude, 31.42],
            [longitude + 0.05, 31.42],
          ],
        },
        corridorWidthM: 1_000,
        lower: amsl(900),
        upper: amsl(1_200),
        ...task,
      },
    ],
  };
}

/** The other company was first: its plan is submitted. */
async function theirs(longitude: number, task: object = {}): Promise<{ id: number; planNumber: string }> {
  const { items } = await call('operator2', 'SaveNAircrafts', {
    plans: [await planOf('operator2', longitude, task)],
    submit: true,
  });
  expect(items).toMatchObject([{ state: 1 }]);
  return items[0];
}

/** A plan of the operator's as they left it, open in its form. */
async function open(longitude: number, task: object = {}, pilot?: string): Promise<number> {
  const { id } = await call('operator', 'AddNAircraft', await planOf('operator', longitude, task, pilot));
  await operator.goto(`${product.address}/navigation/edit_n?id=${id}`);
  await operator.locator('#field_tasks_0_etd').waitFor();
  return id;
}

const finding = (code: string) => operator.locator(`.plan-findings li[data-code="${code}"]`);
const met = () => finding('conflict.plan');
const section = (tone: string) => operator.locator(`.plan-beside .cw-section li[data-tone=${tone}]`);
const offer = (kind: string) => operator.locator(`.plan-suggestions [data-suggestion=${kind}]`);

/** How many pixels of the map beside the form have the colour of what a plan meets. */
const drawnOnMap = () =>
  operator.locator('.plan-beside .leaflet-overlay-pane canvas').evaluateAll((all, colour) => {
    const wanted = [1, 3, 5].map((from) => Number.parseInt(colour.slice(from, from + 2), 16));
    let count = 0;
    for (const canvas of all as HTMLCanvasElement[]) {
      const pixels = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
      for (let i = 0; i < pixels.length; i += 4) {
        if (pixels[i + 3] === 255 && wanted.every((value, part) => pixels[i + part] === value)) count += 1;
      }
    }
    return count;
  }, mapColours.light.closed);

/** Nothing is left of it, in words, on the map and in the section; and the plan can be submitted. */
async function submitFreed(): Promise<void> {
  await met().waitFor({ state: 'detached' });
  await section('own').waitFor();
  await expect.poll(() => section('conflict').count()).toBe(0);
  await expect.poll(drawnOnMap).toBe(0);
  await expect
    .poll(() => operator.locator('.plan-findings li[data-level=error]').allInnerTexts())
    .toEqual([]);
  await operator.getByRole('button', { name: '保存并提交' }).click();
  await operator.waitForURL(/\/navigation\/details\?id=/);
  await stateLine(operator, 1).waitFor();
}

const stored = async (id: number) =>
  (await product.api('operator', 'GET', `/api/services/app/Navigation/GetNAircraftById?id=${id}`)).body
    .result;

const value = (field: string) => operator.inputValue(`#field_tasks_0_${field}`);
/** What the form says at a field itself. */
const errorAt = (field: string) =>
  operator.locator('.cw-field', { has: operator.locator(`#field_tasks_0_${field}`) }).last();

describe('a plan in the airspace of one that was filed before it', () => {
  let other: { id: number; planNumber: string };
  let id = 0;

  test('shows every conflict at once: on the form, on the map and in the section', async () => {
    other = await theirs(106);
    id = await open(106, {}, '陈思远');
    await met().waitFor();
    await expect.poll(() => met().getAttribute('data-level')).toBe('error');
    await expect.poll(() => met().textContent()).toContain(other.planNumber);
    await section('conflict').getByText(other.planNumber).waitFor();
    await section('conflict').getByText('900 m AMSL – 1,200 m AMSL').waitFor();
    await expect.poll(() => section('own').count()).toBe(1);
    await expect.poll(drawnOnMap).toBeGreaterThan(20);
    // What a record says stands beside it, and leads to its field.
    const medical = finding('papers.expired');
    await expect.poll(() => medical.textContent()).toMatch(/飞行员.*陈思远 的体检合格证/s);
    await medical.getByRole('button').click();
    await expect.poll(() => operator.evaluate(() => document.activeElement?.id)).toBe('field_tasks_0_pilots');
    expect(await violationsInBoth(operator)).toEqual([]);
  });

  test('is refused with each reason at its field, and stays a draft', async () => {
    await operator.getByRole('button', { name: '保存并提交' }).click();
    await errorAt('pilots').getByText('陈思远 的体检合格证').waitFor();
    await errorAt('geometry').getByText(other.planNumber).waitFor();
    expect((await stored(id)).plan).toMatchObject({ state: 0, submittedAt: null });
  });

  test('with another pilot has the conflict alone; the nearest free time is taken by one click, and it is filed', async () => {
    await errorAt('pilots').locator('.ant-select-selection-item-remove').click();
    await choose(operator, 'tasks_0_pilots', '高翔');
    await finding('papers.expired').waitFor({ state: 'detached' });
    await expect.poll(() => met().count()).toBe(1);
    expect([await value('etd'), await value('eta')]).toEqual([`${day} 10:00`, `${day} 11:00`]);
    await offer('time').first().click();
    await expect
      .poll(async () => [await value('etd'), await value('eta')])
      .toEqual([`${day} 09:00`, `${day} 10:00`]);
    await submitFreed();
    const { tasks } = await stored(id);
    expect(tasks).toMatchObject([{ etd: at('01:00'), eta: at('02:00'), lower: amsl(900) }]);
  });
});

test('a plan that a colleague has changed is compared side by side, and neither change is lost', async () => {
  const times = { etd: at('11:00'), eta: at('12:00') };
  const id = await open(109, times);
  await operator.fill('#field_mission', '我写的任务');
  await operator.fill('#field_remarks', '我写的备注');
  const { version } = (await stored(id)).plan;
  const theirs = { ...(await planOf('operator', 109, times)), mission: '同事写的任务', contact: '同事' };
  await call('operator', 'UpdateNAircraftById', { ...theirs, id, version });
  await operator.getByText('此记录刚被他人修改').waitFor();
  await operator.getByRole('button', { name: '保存草稿' }).click();
  const sides = operator.locator('.cw-changes tr', { hasText: '我写的任务' });
  await sides.waitFor();
  await expect.poll(() => sides.textContent()).toContain('同事写的任务');
  expect((await stored(id)).plan).toMatchObject({ mission: '同事写的任务', contact: '同事' });
  await sides.getByText('保留我的').click();
  await operator.getByRole('button', { name: '按选择保存' }).click();
  await operator.waitForURL(/\/navigation\/details\?id=/);
  const { plan } = await stored(id);
  expect(plan).toMatchObject({ mission: '我写的任务', remarks: '我写的备注', version: version + 2 });
  expect(plan).toMatchObject({ contact: '同事', state: 0 });
});

test('no page broke on the way', () => {
  expect(product.errors).toEqual([]);
});
