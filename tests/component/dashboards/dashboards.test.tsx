import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { alert } from '#tests/component/alerts/alert-sample.ts';
import { json } from '#tests/component/support/fake-server.ts';
import { admin, open, resize, server, userOf } from '#tests/component/support/mount.tsx';
import { sampled } from '#tests/component/support/sampled.ts';
import { slowClock } from '#tests/component/support/slow-clock.ts';
import {
  choose,
  control,
  css,
  field,
  gone,
  number,
  seen,
  texts,
  tooWide,
  unchanged,
  validated,
} from '#tests/component/support/ui.ts';
import { session } from '#web/client/session.ts';

/** A dashboard as it is seen, built and shown on a wall. */

const states = [
  { key: '9', label: null, count: 3, value: 3 },
  { key: '10', label: null, count: 2, value: 2 },
];
const days = [{ key: '2026-11-24', label: null, count: 5, value: 5 }];
const tiles = [
  { title: '今日计划', titleEn: 'Plans today', resource: 'plan', chart: 'figure', measure: 'count' },
  {
    title: '计划状态',
    titleEn: 'Plans by state',
    resource: 'plan',
    chart: 'bar',
    measure: 'count',
    by: 'state',
    filter: { field: 'startTime', operator: 'relative', value: 'today' },
    width: 2,
  },
];

beforeEach(() => {
  server().rows('dashboard').length = 0;
  server().add(
    'dashboard',
    { id: 1, name: '今日飞行', nameEn: 'Flights today', order: 1, refreshS: 60, wall: true, wallS: 5, tiles },
    { id: 2, name: '备用', nameEn: 'Spare', order: 2, refreshS: 60, wall: true, wallS: 5, tiles: [tiles[0]] },
  );
  server().on('GET /api/records/plan/aggregate', ({ query }) =>
    json({
      total: { count: 5, value: 5 },
      groups: query.has('_bucket') ? days : query.has('_by') ? states : [],
      others: null,
      cells: [],
      degrees: null,
      timeZone: 'Asia/Shanghai',
    }),
  );
});

describe('the board', () => {
  test('its figures, the table behind a chart, and the records that a line counts', async () => {
    const screen = await open('/statistics/dashboard/1', { locale: 'en' });
    await seen(page.getByRole('heading', { name: 'Flights today' }));
    const figure = page.getByRole('region', { name: 'Plans today' });
    await seen(figure.getByRole('link', { name: '5', exact: true }));
    const chart = page.getByRole('region', { name: 'Plans by state' });
    await seen(chart.getByRole('img', { name: /Plans by state: .*3/ }));
    // A relative date is asked as the day that it is now.
    const asked = server().asked.filter(({ query }) => query.get('_by') === 'state');
    expect(JSON.parse(asked[0]?.query.get('filter') ?? '')).toMatchObject({
      field: 'startTime',
      operator: 'between',
      value: [expect.stringMatching(/T16:00:00\.000Z$/), expect.any(String)],
    });
    await userEvent.click(chart.getByText('Table'));
    await userEvent.click(chart.getByRole('cell').first().getByRole('link'));
    await expect.poll(() => screen.at().pathname).toBe('/statistics/records/plan');
    expect(JSON.parse(screen.at().searchParams.get('filter') ?? '')).toEqual({
      operator: 'and',
      value: [
        { field: 'startTime', operator: 'relative', value: 'today' },
        { field: 'state', operator: 'in', value: ['9'] },
      ],
    });
  });

  test('one that is not there, and figures that do not come, say so', async () => {
    await open('/statistics/dashboard/99', { locale: 'en' });
    await seen(page.getByText('There is no such dashboard, or it is not for you.'));
    server().on('GET /api/records/plan/aggregate', () =>
      json({ message: 'You may not', code: 'forbidden', errors: {} }, 403),
    );
    await open('/statistics/dashboard/2', { locale: 'en' });
    await seen(page.getByText('The figures could not be loaded'));
    await expect.poll(() => page.getByText('You may not').elements().length).toBeGreaterThan(0);
  });

  test.each(
    sampled([
      [false, 'zh-Hans'],
      [true, 'en'],
    ]),
  )('axe finds nothing in either theme (phone: %s, %s)', async (phone, locale) => {
    await open('/statistics/dashboard/1', { phone, locale });
    await seen(css('.cw-tile-figure'));
    expect(await validated('board')).toEqual([]);
    expect(tooWide('#content')).toBe(0);
  });
});

describe('the builder', () => {
  const item = (place: number) => css('.cw-tile-item').nth(place);
  /** Charts and the editor of filters are loaded with the first form that has tiles. */
  const builder = async () => {
    await open('/statistics/dashboards/1/edit', { locale: 'en' });
    await expect.poll(() => css('.cw-tile-item').elements().length, { timeout: 20_000 }).toBe(2);
  };

  test('tiles are added, chosen, moved by keys, removed, and saved', async () => {
    await builder();
    await userEvent.click(page.getByRole('button', { name: 'Add tile' }));
    await number(css('.cw-tile-item'), 3);
    await item(2).getByLabelText('Title', { exact: true }).fill('Altitudes');
    await choose(item(2).getByLabelText('Measure'), 'Sum');
    await seen(item(2).getByLabelText('Number field'));
    await choose(item(2).getByLabelText('Chart'), 'Line');
    // What is missing yet is told where its picture will be.
    await seen(item(2).getByText('Choose the date or time field of the line.'));
    // From groups to a time: what was divided otherwise is not drawn as one.
    await choose(item(1).getByLabelText('Divided by'), 'Created');
    await seen(item(1).getByRole('img', { name: 'Plans by state: 11-24 5' }));
    await choose(item(1).getByLabelText('Divided by'), 'State');
    await choose(item(2).getByLabelText('Divided by'), 'Created');
    await seen(item(2).getByRole('region', { name: 'Altitudes' }));
    const handle = page.getByRole('button', { name: 'Move with the arrow keys or drag: Altitudes' });
    (handle.element() as HTMLElement).focus();
    await userEvent.keyboard('{ArrowUp}');
    await seen(item(1).getByText('2. Altitudes'));
    await expect.poll(() => document.activeElement === handle.element()).toBe(true);
    await userEvent.click(page.getByRole('button', { name: 'Remove: Plans today' }));
    await number(css('.cw-tile-item'), 2);
    await control('s');
    await expect.poll(() => server().row('dashboard', 1).version).toBe(2);
    expect(server().row('dashboard', 1).tiles).toEqual([
      {
        title: 'Altitudes',
        resource: 'plan',
        chart: 'line',
        measure: 'sum',
        of: expect.any(String),
        by: 'createdAt',
        bucket: 'day',
      },
      tiles[1],
    ]);
  }, 60_000);

  test('what the server refuses is said at the field of its tile', async () => {
    server().on('PATCH /api/records/dashboard/1', () =>
      json(
        { message: 'Some fields do not fit.', code: 'validation', errors: { 'tiles.1.by': ['Not by this'] } },
        400,
      ),
    );
    await builder();
    await field('name').fill('Other');
    await control('s');
    await seen(item(1).getByText('Not by this'));
    server().off('PATCH /api/records/dashboard/1');
  });

  test('axe finds nothing in either theme', async () => {
    await builder();
    await seen(css('.cw-tile-preview .cw-tile-figure'));
    expect(await validated('builder')).toEqual([]);
  });
});

describe('the wall', () => {
  test('boards take turns, by the clock and by keys, and stand when they are held', async () => {
    const clock = slowClock();
    await open('/statistics/wall', { locale: 'en' });
    const title = css('.wall h1');
    await seen(css('.cw-tile[data-wall] .cw-tile-figure'));
    await expect.poll(() => texts(title)).toEqual(['Flights today']);
    await userEvent.keyboard('{ArrowRight}');
    await expect.poll(() => texts(title)).toEqual(['Spare']);
    await userEvent.keyboard('{ArrowLeft}');
    await expect.poll(() => texts(title)).toEqual(['Flights today']);
    await clock.pass(5_100);
    await expect.poll(() => texts(title)).toEqual(['Spare']);
    await userEvent.keyboard(' ');
    const hold = page.getByRole('button', { name: 'Pause (space)' });
    await expect.element(hold).toHaveAttribute('aria-pressed', 'true');
    await clock.pass(5_500);
    await unchanged(() => texts(title), ['Spare']);
    expect(Number.parseFloat(getComputedStyle(css('.cw-tile h2').element()).fontSize)).toBeGreaterThanOrEqual(
      36,
    );
  });

  test('of the groups as many are asked for as have room, the rest being one line', async () => {
    const mostAsked = () =>
      server()
        .asked.filter(({ query }) => query.get('_by') === 'state')
        .map(({ query }) => Number(query.get('_most')));
    await open('/statistics/wall?boards=1', { locale: 'en', shell: true });
    await expect.poll(() => mostAsked().at(-1)).toBe(5);
    await resize({ width: 1366, height: 400 });
    await expect.poll(() => mostAsked().at(-1)).toBeLessThan(4);
    const chart = css('.cw-tile[data-chart=bar]');
    await seen(chart);
    // A line, and the letters in it, are this high (tile-view.tsx).
    const lines = (mostAsked().at(-1) ?? 0) + 1;
    await expect
      .poll(() => css('.cw-tile[data-chart=bar] .cw-tile-chart').element().clientHeight)
      .toBeGreaterThan(lines * 36);
  });

  test('an alert that nobody has acknowledged stands on whichever board has its turn', async () => {
    server().call('Alert', 'GetList', () => ({ at: Date.now(), alerts: [alert(1, {})], lacks: [] }));
    await open('/statistics/wall?boards=2', { locale: 'en', shell: true });
    await seen(css('.wall .cw-tile-figure'));
    await seen(
      css('.wall')
        .getByRole('region', { name: 'Alerts' })
        .getByText(/are losing separation/),
    );
  });

  test('figures that are not refreshed are said to be old, and stay where they are', async () => {
    for (const row of server().rows('dashboard')) row.refreshS = 1;
    await open('/statistics/wall?boards=2', { locale: 'en' });
    await seen(css('.cw-tile-figure'));
    server().on('GET /api/records/plan/aggregate', () => json({ message: 'away' }, 503));
    await seen(page.getByText('Reconnecting; figures are refreshed by the clock'));
    await seen(page.getByText('Not refreshed; these are the last figures'));
    await expect.poll(() => texts(css('.cw-tile-figure'))).toEqual(['5']);
    await gone(page.getByRole('button', { name: 'Next board (→)' }));
  });

  /** Opens the wall and makes a display of it, which ends in so many days. */
  async function leaveAsDisplay(name: string, days: number) {
    const named: string[] = [];
    server().call('MyAccount', 'BeginDisplay', ({ name }) => {
      named.push(name);
      const display = { name, endsAt: new Date(Date.now() + days * 86_400_000).toISOString() };
      server().call('Session', 'GetCurrentUserInfo', () => ({ ...userOf(admin), display }));
      return { accessToken: 'display', encryptedAccessToken: 'display', expireInSeconds: days * 86_400 };
    });
    await open('/statistics/wall?boards=2', { locale: 'en' });
    await page.getByRole('button', { name: 'Leave as a display' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Leave as a display' }).click();
    await seen(dialog.getByText('Give the display a name'));
    await dialog.getByRole('textbox', { name: 'Name of the display' }).fill(name);
    await userEvent.keyboard('{Enter}');
    await seen(css('.display-mark'));
    await gone(page.getByRole('button', { name: 'Leave as a display' }));
    expect(named).toEqual([name]);
  }

  test('is left as a display, which says until when it is one, and is ended', async () => {
    await leaveAsDisplay('Tower, left', 35);
    await seen(page.getByText('Display Tower, left, until 2026-07-15', { exact: true }));
    server().on('POST /api/TokenAuth/LogOut', () => json({ success: true, result: null, error: null }));
    await page.getByRole('button', { name: 'End this display' }).click();
    await page.getByRole('tooltip').getByRole('button', { name: 'End this display' }).click();
    await expect.poll(() => server().asked.some(({ path }) => path === '/api/TokenAuth/LogOut')).toBe(true);
    // What is still on its way then would sign out the user of the next test.
    await expect.poll(() => session.bearer()).toBeUndefined();
  });

  test('as a display that ends within days it warns', async () => {
    await leaveAsDisplay('Tower', 2);
    await seen(css('.display-mark[data-soon]').filter({ hasText: '⚠ Display Tower, until 2026-06-12' }));
  });

  test('where none is marked for the wall, it says how one is', async () => {
    for (const row of server().rows('dashboard')) row.wall = false;
    await open('/statistics/wall', { locale: 'en' });
    await seen(page.getByText(/No dashboard is marked for the wall yet/));
  });

  test('axe finds nothing', async () => {
    await open('/statistics/wall', { locale: 'zh-Hans' });
    await seen(css('.cw-tile-figure'));
    expect(await validated('wall')).toEqual([]);
  });
});
