import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { PlanItem } from '#contract/plans/plan-output.ts';
import { open, server } from '#tests/component/support/mount.tsx';
import { css, number, seen, tooWide, validated } from '#tests/component/support/ui.ts';
import { planItem, taskItem } from './plan-sample.ts';

/** Query and history of plans: a table, a time line, a map. */

const query = '/navigation/navigation';
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
let items: PlanItem[] = [];

function flight(
  id: number,
  state: PlanItem['state'],
  from: number,
  values: Partial<PlanItem> = {},
): PlanItem {
  const [etd, eta] = [inMinutes(from), inMinutes(from + 60)];
  return planItem(id, {
    state,
    callsign: `CWT${id}`,
    startTime: etd,
    endTime: eta,
    tasks: [taskItem(id, { etd, eta })],
    ...values,
  });
}

beforeEach(() => {
  items = [flight(1, 9, -30), flight(2, 9, -20), flight(3, 4, 60)];
  server().call('Navigation', 'GetHistoryNAircraft', ({ states = [] }) => {
    const found = items.filter(({ state }) => states.length === 0 || states.includes(state));
    const counts = [...new Set(items.map(({ state }) => state))].map((state) => ({
      state,
      count: items.filter((one) => one.state === state).length,
    }));
    return { totalCount: found.length, items: found, counts };
  });
});

const rows = css('tbody tr.ant-table-row');
const flying = css('.query-states button[data-state="9"]');
const button = (name: string) => page.getByRole('button', { name, exact: true });

test('a state with its count narrows the table, and the address holds it', async () => {
  const screen = await open(query);
  await number(rows, 3);
  await expect.element(flying.css('.cw-figures')).toHaveTextContent('2');
  await flying.click();
  await number(rows, 2);
  expect(screen.at().searchParams.get('states')).toBe('9');
  expect(await validated('table of plans')).toEqual([]);
  await open(`${query}?states=9`);
  await number(rows, 2);
  await expect.element(flying).toHaveAttribute('aria-pressed', 'true');
  // The other states keep their counts, to be chosen as well.
  await expect.element(css('.query-states button[data-state="4"] .cw-figures')).toHaveTextContent('1');
});

test('the time line has a bar for each sortie; keys move between them, change its scale and open a plan', async () => {
  const [etd, eta] = [inMinutes(180), inMinutes(240)];
  items = [
    flight(1, 9, -30),
    flight(2, 4, 60, {
      tasks: [
        taskItem(2, { etd: inMinutes(60), eta: inMinutes(120) }),
        taskItem(4, { aircraft: 2, registration: 'B-102', sequence: 2, etd, eta }),
      ],
    }),
  ];
  const screen = await open(`${query}?show=timeline`);
  await number(css('.time-line-bar'), 3);
  await number(css('.time-line-lane'), 2);
  await seen(css('.time-line-now'));
  expect(await validated('time line')).toEqual([]);
  const bar = () => document.activeElement?.getAttribute('data-bar');
  const first = css('.time-line-bar[tabindex="0"]').element();
  if (first instanceof HTMLElement) first.focus();
  await expect.poll(bar).toBe('1 1');
  await userEvent.keyboard('{ArrowDown}');
  await expect.poll(bar).toBe('2 2');
  await userEvent.keyboard('{ArrowRight}');
  await expect.poll(bar).toBe('2 4');
  await userEvent.keyboard('-');
  await expect.poll(() => screen.at().searchParams.get('scale')).toBe('week');
  await seen(css('.time-line-bar[data-bar="2 4"]'));
  await expect.poll(bar).toBe('2 4');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => screen.at().pathname).toBe('/navigation/details');
  expect(screen.at().searchParams.get('id')).toBe('2');
});

test('the part of the map in view becomes a filter, which its chip takes away again', async () => {
  const at = (id: number, longitude: number) =>
    flight(id, 9, -30, {
      tasks: [
        taskItem(id, {
          etd: inMinutes(-30),
          eta: inMinutes(30),
          geometry: { type: 'Point', coordinates: [longitude, 31] },
        }),
      ],
    });
  items = [at(1, 104), at(2, 104.5)];
  const screen = await open(`${query}?show=map`);
  await number(css('.query-map-list li'), 2);
  await button('在此范围内查询').click();
  await expect.poll(() => screen.at().searchParams.get('box')).not.toBeNull();
  const [west = 0, south = 0, east = 0, north = 0] = (screen.at().searchParams.get('box') ?? '')
    .split(',')
    .map(Number);
  // The map shows both of them.
  expect(west < 104 && east > 104.5 && south < 31 && north > 31).toBe(true);
  await expect
    .poll(() => server().asked.findLast(({ path }) => path.endsWith('/GetHistoryNAircraft'))?.body)
    .toMatchObject({ within: { type: 'Polygon' } });
  expect(await validated('map of plans')).toEqual([]);
  await css('[data-chip=box] button').click();
  await expect.poll(() => screen.at().searchParams.has('box')).toBe(false);
});

test('addresses of the generated list lead to it', async () => {
  const screen = await open(`${query}?f.state.in=9`);
  await expect.poll(() => screen.at().pathname).toBe(`${query}/table`);
  expect(screen.at().searchParams.get('f.state.in')).toBe('9');
});

test('on a phone the plans are cards and fit', async () => {
  await open(query, { phone: true });
  await number(css('.plan-rows li'), 3);
  expect(rows.elements()).toHaveLength(0);
  expect(tooWide('main#content')).toBe(0);
});

test('on a phone the time line begins shortly before now, beside the names of its lanes', async () => {
  await open(`${query}?show=timeline`, { phone: true });
  await seen(css('.time-line-now'));
  const places = () => {
    const of = (selector: string) => css(selector).first().element().getBoundingClientRect();
    const [box, name, now] = [of('.time-line-box'), of('.time-line-lane > strong'), of('.time-line-now')];
    return { box: box.left, name: name.left, from: name.right, to: box.right, now: now.left };
  };
  const part = () => {
    const { now, from, to } = places();
    return (now - from) / (to - from);
  };
  await expect.poll(part).toBeCloseTo(0.25, 1);
  const before = places().now;
  // Scrolled elsewhere, the names stay; a touch on "now" leads back.
  const box = css('.time-line-box').element();
  box.scrollTo({ left: box.scrollWidth });
  await expect.poll(() => places().now).toBeLessThan(places().from);
  expect(places().name - places().box).toBeLessThan(2);
  await button('现在').click();
  await expect.poll(() => Math.abs(places().now - before)).toBeLessThan(2);
  expect(tooWide('main#content')).toBe(0);
});
