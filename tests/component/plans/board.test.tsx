import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { MapSettings } from '#contract/map.ts';
import type { OutputOf } from '#contract/services.ts';
import type { Actor } from '#domain/identity/access.ts';
import { refused } from '#tests/component/support/fake-server.ts';
import { admin, found, open, resize, server } from '#tests/component/support/mount.tsx';
import { css, gone, seen, tooWide, validated } from '#tests/component/support/ui.ts';
import { planItem } from './plan-sample.ts';

/** The wall of a room: the day in one view. */

type Board = OutputOf<'Navigation', 'GetBoard'>;
type State = Board['states'][number]['state'];
const operator: Actor = { ...admin, companyId: 1, companyIds: [1] };
const settings: MapSettings = {
  center: [31, 104],
  zoom: 8,
  tileUrl: null,
  basemapUrl: null,
  boundariesUrl: null,
  coverage3d: [],
};
const calling = '/api/services/app/Navigation/GetBoard';

const flights = (first: number, state: State) => ({
  total: 12,
  items: Array.from({ length: 12 }, (_, index) =>
    planItem(first + index, {
      state,
      callsign: `CWT${first + index}`,
      startTime: new Date(Date.now() - 3_600_000).toISOString(),
      endTime: new Date(Date.now() + 3_600_000).toISOString(),
      labels: {
        company: '四川云翼通用航空有限公司',
        missionType: '电力巡线',
        departure: '广汉',
        destination: '广汉',
      },
    }),
  ),
});
const groups = (name: string) =>
  Array.from({ length: 8 }, (_, id) => ({ id, name: `${name} ${id}`, count: 9, flying: 3, flown: 2 }));

function board(unitName: string | null): Board {
  return {
    at: new Date().toISOString(),
    timeZone: 'Asia/Shanghai',
    day: '2026-06-10',
    unitName,
    states: [
      { state: 8, count: 12 },
      { state: 9, count: 12 },
      { state: 10, count: 5 },
    ],
    hours: Array.from({ length: 24 }, (_, hour) => ({ hour, planned: hour, departed: 3, landed: 2 })),
    totals: { plans: 41, sorties: 55, minutes: 630, delayed: 2 },
    flying: flights(100, 9),
    next: flights(200, 8),
    waiting: flights(300, 2),
    overdue: flights(400, 9),
    companies: groups('单位'),
    missionTypes: groups('任务'),
  };
}

beforeEach(() => {
  server().add('company', { id: 1, name: '云翼通航' });
  server().call('Alert', 'GetList', () => ({ at: Date.now(), alerts: [], lacks: [] }));
  server().call('Notice', 'GetControlList', () => []);
  server().call('Navigation', 'GetActiveNAircrafts', () => ({ items: [] }));
  server().call('Map', 'GetSettings', () => settings);
  server().call('Navigation', 'GetBoard', ({ company }) => board(company ? '云翼通航' : null));
});

const wall = '/navigation/NavigationBigDataAdmin';
const flying = css('[data-panel=flying] h2 .cw-figures');

test('the wall shows the day without scrolling, dark in a light room, and larger in a larger room', async () => {
  await open(wall);
  await resize({ width: 1920, height: 1080 });
  await expect.element(flying).toHaveTextContent('12');
  await expect.element(css('[data-figure=hours] strong')).toHaveTextContent('10.5');
  await expect.element(css('[data-figure=overdue]')).toHaveAttribute('data-alarm', 'true');
  await seen(css('[data-panel=hours] canvas'));
  await seen(css('[data-panel=map] .leaflet-container'));
  const box = await found('.board');
  const scrolls = () => [box.scrollHeight - box.clientHeight, box.scrollWidth - box.clientWidth];
  await expect.poll(scrolls).toEqual([0, 0]);
  // Which page is shown stands above the rows: over them it would cover the last one.
  const turn = await found('[data-panel=flying] .board-turn');
  const rows = await found('[data-panel=flying] .board-rows');
  const between = () => rows.getBoundingClientRect().top - turn.getBoundingClientRect().bottom;
  await expect.poll(between).toBeGreaterThanOrEqual(0);
  expect(getComputedStyle(box).backgroundColor).toBe('rgb(11, 18, 32)');
  expect(await validated('wall')).toEqual([]);
  const title = await found('.board h2');
  const before = title.getBoundingClientRect().height;
  await resize({ width: 3840, height: 2160 });
  await expect.poll(() => title.getBoundingClientRect().height).toBeGreaterThan(before * 1.6);
  await expect.poll(scrolls).toEqual([0, 0]);
});

test('every bar of the wall has its name and its figure, and what does not fit comes in its turn', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  await open(wall);
  await resize({ width: 1366, height: 768 });
  const bars = async (panel: string) =>
    [...(await found(`[data-panel=${panel}]`)).querySelectorAll('.board-bar')].map(
      ({ textContent }) => textContent,
    );
  const types = async () => (await bars('missionTypes')).join();
  await expect.poll(types).toMatch(/^任务 09/);
  await expect.poll(() => bars('states')).toHaveLength(3);
  const first = await types();
  await expect.element(css('[data-panel=missionTypes] .board-turn')).toHaveTextContent('1/');
  vi.advanceTimersByTime(10_000);
  await expect.poll(types).not.toBe(first);
  // Alerts take room: what matters less gives way, what stays can be read.
  await resize({ width: 1366, height: 560 });
  await gone(css('[data-panel=missionTypes]'));
  await expect.poll(() => bars('states')).toHaveLength(3);
});

test('a wall whose data cannot be read says so, and asks again by its button', async () => {
  server().on(calling, () => refused('大屏暂不可用'));
  await open(wall);
  await seen(css('.board-age[data-state=silent]'));
  const failure = page.getByRole('alert').filter({ hasText: '大屏数据未能取得' });
  await seen(failure.getByText('大屏暂不可用'));
  server().call('Navigation', 'GetBoard', () => board(null));
  await failure.getByRole('button').click();
  await expect.element(flying).toHaveTextContent('12');
  await gone(failure);
  // Without live news it is asked by the clock.
  await seen(css('.board-age[data-state=polled]'));
});

test('the wall of a unit begins with the company of the user, and is a column on a phone', async () => {
  await open('/navigation/NavigationBigDataAdmins', { user: operator, phone: true, locale: 'en' });
  await seen(css('.board h1').filter({ hasText: '云翼通航' }));
  await expect.element(flying).toHaveTextContent('12');
  const requested = server().asked.filter(({ path }) => path === calling);
  expect(requested.map(({ query }) => Object.fromEntries(query))).toEqual([{ company: '1' }]);
  expect(await validated('wall of a unit')).toEqual([]);
  expect(tooWide('main')).toBe(0);
});
