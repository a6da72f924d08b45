import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Interference, InterferenceCell } from '#contract/equipment.ts';
import { open, server } from '#tests/component/support/mount.tsx';
import { sampled } from '#tests/component/support/sampled.ts';
import { seen, validated } from '#tests/component/support/ui.ts';

/** GNSS interference on the screen of equipment: the hours, the cells on the map and in the table. */

const hourMs = 3_600_000;
const at = Date.UTC(2026, 10, 23, 5, 20);
const to = Date.UTC(2026, 10, 23, 6);
const cell = (longitude: number, values: Partial<InterferenceCell>): InterferenceCell => ({
  longitude,
  latitude: 30.25,
  state: 'normal',
  heard: 6,
  affected: 0,
  degraded: null,
  jumped: null,
  jumps: null,
  losses: null,
  percent: 0,
  accuracyM: 30,
  since: at - 600_000,
  widenedM: 0,
  ...values,
});

function interference(): void {
  server().call('Equipment', 'GetList', () => ({ at, demoUntil: null, sources: [], gateways: [] }));
  server().call('Equipment', 'GetInterference', ({ hour, hours }): Interference => {
    const chosen = hour === undefined ? null : Number(hour);
    const counts = { degraded: 3, jumped: 1, jumps: 4, losses: 2, since: null, widenedM: 0 };
    return {
      at,
      degrees: 0.25,
      hour: chosen,
      from: to - Number(hours ?? 24) * hourMs,
      to,
      isCut: false,
      hours: [
        {
          at: to - 2 * hourMs,
          heard: 20,
          affected: 3,
          percent: 15,
          jumps: 4,
          losses: 2,
          suspected: 0,
          interference: 1,
        },
        {
          at: to - hourMs,
          heard: 20,
          affected: 0,
          percent: 0,
          jumps: 0,
          losses: 1,
          suspected: 0,
          interference: 0,
        },
      ],
      cells:
        chosen === null
          ? [
              cell(104, {
                state: 'interference',
                affected: 4,
                percent: 50,
                accuracyM: 1_852,
                widenedM: 1_852,
              }),
              cell(104.25, { state: 'suspected', heard: 40, affected: 2, percent: 2.5, widenedM: 370 }),
              cell(104.5, {}),
              cell(104.75, { state: 'few', heard: 2 }),
            ]
          : [cell(104, { state: 'interference', affected: 3, percent: 33.3, ...counts })],
      limits: {
        nacp: 8,
        nic: 7,
        suspectedPercent: 2,
        interferencePercent: 10,
        leastAircraft: 3,
        windowMin: 10,
      },
    };
  });
}

const path = '/statistics/equipmentMonitoring?of=interference';
const row = (name: string) => page.getByRole('row').filter({ hasText: name });

test.each([
  [false, 'light'],
  [true, 'dark'],
] as const)('on a phone %s and %s the cells of now are listed with their state', async (phone, theme) => {
  interference();
  await open(path, { theme, phone });
  await seen(page.getByRole('heading', { name: '当前（最近 10 分钟）' }));
  await seen(row('30.38°N 104.13°E').getByText('告警放宽 1852 m', { exact: false }));
  await seen(row('30.38°N 104.13°E').getByText('4/6'));
  await seen(row('30.38°N 104.38°E').getByText('疑似干扰'));
  await seen(row('30.38°N 104.88°E').getByText('航空器过少'));
  // Each state in the legend, with a pattern of its own.
  await expect.poll(() => document.querySelectorAll('.cw-map-scale .equipment-swatch').length).toBe(4);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(window.innerWidth);
});

test('the hour is chosen on the timeline, also by keys, and is in the address', async () => {
  interference();
  const screen = await open(path);
  const hours = () => [...document.querySelectorAll<HTMLInputElement>('[name="interference-hour"]')];
  await expect.poll(() => hours().length).toBe(25);
  // From now by one key to the hour that goes on, by another to the one before.
  hours().at(-1)?.focus();
  await userEvent.keyboard('{ArrowLeft}');
  await expect.poll(() => screen.at().search).toContain(`hour=${to - hourMs}`);
  await userEvent.keyboard('{ArrowLeft}');
  await expect.poll(() => screen.at().search).toContain(`hour=${to - 2 * hourMs}`);
  await seen(row('30.38°N 104.13°E').getByRole('cell', { name: '4', exact: true }));
  // The span starts at now again.
  await page.getByText('7 天', { exact: true }).click();
  await expect.poll(() => screen.at().search).toContain('span=168');
  expect(screen.at().search).not.toContain('hour=');
});

test('what is shown is saved, that of an hour too', async () => {
  interference();
  const saved = () =>
    server()
      .asked.filter((one) => one.path.endsWith('Equipment/ExportCsv'))
      .map(({ query }) => Object.fromEntries(query));
  const save = async () => {
    await userEvent.click(page.getByRole('button', { name: 'Export: GNSS interference' }));
    await userEvent.click(page.getByText('CSV', { exact: true }).last());
  };
  await open(`${path}&hour=${to - 2 * hourMs}`, { locale: 'en' });
  await save();
  await expect.poll(saved).toEqual([{ table: 'interference', hour: String(to - 2 * hourMs) }]);
});

test.each(sampled(['zh-Hans', 'en']))('is accessible in both themes, in %s', async (locale) => {
  interference();
  await open(path, { locale });
  await seen(row('104.13°E'));
  expect(await validated('interference', '.equipment')).toEqual([]);
});
