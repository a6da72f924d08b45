import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { violationsInBoth } from './support/axe.ts';
import { looks } from './support/looks.ts';
import { type Look, type Product, startProduct } from './support/product.ts';
import { settled } from './support/settled.ts';
import { visitScreen } from './support/walk.ts';

/**
 * Every screen of coordination, messages, dashboards, equipment and statistics as axe sees it: in both themes, on a
 * desk and on a phone, each as somebody whose screen it is.
 */

let product: Product;
/** Of the room and the meetings that the demo has. */
const ids = { room: 0, called: 0, held: 0, review: 0, approved: 0, board: 0 };

beforeAll(async () => {
  product = await startProduct();
  const get = async (path: string) => (await product.api('atmb', 'GET', path)).body;
  const rooms = (await get('/api/services/app/Coordination/GetRooms')).result.items;
  ids.room = rooms.find(({ kind }: { kind: string }) => kind === 'group').id;
  const meetings = (await get('/api/services/app/Meeting/GetList')).result.items;
  for (const state of ['called', 'held', 'review', 'approved'] as const)
    ids[state] = meetings.find((one: { state: string }) => one.state === state).id;
  ids.board = (await get('/api/records/dashboard?_end=1'))[0].id;
});
afterAll(async () => {
  await product?.close();
});

type Screens = readonly (readonly [path: string, ready: string])[];

/** Screens of whoever takes part. */
const shared = (): Screens => [
  ['/coordination/index', '.chat-meetings'],
  [`/coordination/chat?room=${ids.room}`, '.chat-message'],
  ['/coordination/meeting', '.meeting-card'],
  [`/coordination/meeting/${ids.called}`, '.meeting-said'],
  [`/coordination/meeting/${ids.held}`, '.meeting-page textarea'],
  [`/coordination/meeting/${ids.review}`, '.meeting-approvals'],
  [`/coordination/meeting/${ids.approved}`, '.meeting-approvals'],
  [`/coordination/detail?id=${ids.room}`, '[data-chain=valid]'],
  ['/message/allmessage', '.cw-plain-list li'],
  ['/account/channels', '.cw-channels'],
  ['/statistics/navigationForms', '.ant-table-row'],
  ['/statistics/NavigationBigData', '.statistics-totals'],
  ['/statistics/dashboards', '.ant-table-row, .cw-cards li'],
  [`/statistics/dashboard/${ids.board}`, '.wall-tile, .cw-tile'],
];

/** Screens of the service and of who keeps the installation. */
const administrative: Screens = [
  ['/statistics/navigationFSS', '.statistics-totals'],
  ['/statistics/navigationFSSNew', '.ant-table-row'],
  ['/statistics/softwareMonitor', '.monitor-table'],
  ['/statistics/monitorThreshold', '.ant-table-row, .cw-cards li'],
  ['/statistics/equipmentMonitoring?of=terminals', '.equipment-table'],
  ['/permission/channelDelivery', '.ant-table-row, .cw-cards li'],
  ['/statistics/monitorAlarm', '.ant-table-row, .cw-cards li, .ant-empty'],
  ['/statistics/equipmentMonitoring?source=1&tab=coverage', '.ant-drawer .leaflet-container'],
];

/** What is wrong with the page in either theme; whether it is wider than its window, or shows a key for its text. */
async function found(page: Page, where: string): Promise<string[]> {
  const lines = await violationsInBoth(page);
  const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  if (over > 0) lines.push(`${over} px wider than its window`);
  const [shown = ''] = await settled(() => page.locator('body').allInnerTexts());
  const keys = shown.match(/\b[a-z]\w+(\.\w+)*\.[a-z]\w+\b/g);
  if (keys) lines.push(`keys ${[...new Set(keys)].join(' ')}`);
  return lines.map((line) => `${where}, ${line}`);
}

async function walk(user: string, look: Look, screens: Screens): Promise<string[]> {
  const page = await product.as(user, { ...look, at: '/permission/updateLog' });
  await page.locator('main#content h1').waitFor();
  const lines: string[] = [];
  for (const [path, ready] of screens) {
    await visitScreen(page, path, ready);
    lines.push(...(await found(page, path)));
    await product.picture(page, `looks ${user} ${look.phone ? 'phone' : 'desk'} ${path}`);
  }
  await page.close();
  return lines;
}

test.each(looks)('what whoever takes part sees, %s', async (_, look) => {
  expect(await walk(look.phone ? 'atmb' : 'operator', look, shared())).toEqual([]);
});

test.each(looks)('what the service and its administrators see, %s', async (_, look) => {
  expect(await walk('admin', look, administrative)).toEqual([]);
});

test('no page broke on the way', () => {
  expect(product.errors).toEqual([]);
});
