import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { JointCoverage } from '#contract/equipment.ts';
import { open, server } from '#tests/component/support/mount.tsx';
import { sampled } from '#tests/component/support/sampled.ts';
import { seen, validated } from '#tests/component/support/ui.ts';

/** Coverage of all sources together: cells on the map, by height band, and those that nobody hears. */

const at = Date.UTC(2026, 10, 23, 5, 20);
const none = { several: 0, single: 0, gaps: 0, blind: 0, untested: 0 };

function coverage(values: Partial<JointCoverage> = {}): void {
  server().call('Equipment', 'GetList', () => ({ at, demoUntil: null, sources: [], gateways: [] }));
  server().call(
    'Equipment',
    'GetJointCoverage',
    ({ band }): JointCoverage => ({
      band: String(band ?? 'all'),
      from: '2026-10-24',
      to: '2026-11-23',
      degrees: 0.05,
      leastReports: 3,
      sources: 4,
      declaring: 2,
      flights: 120,
      isCut: false,
      bands: {
        all: { several: 12, single: 7, gaps: 2, blind: 1, untested: 40 },
        low: none,
        middle: { ...none, several: 5, gaps: 1 },
        high: none,
        upper: none,
        unknown: { ...none, gaps: null, blind: null, untested: null },
      },
      several: [[104, 30.5, 12]],
      single: [[104.6, 30.5, 7]],
      gaps: [
        [104, 30.6, 9, at],
        [104.05, 30.6, 2, at],
      ],
      blind: [[105, 30.6, 4, at]],
      untested: [[104, 30.4, 40]],
      ...values,
    }),
  );
}

const path = '/statistics/equipmentMonitoring?of=joint';

test.each([
  [false, 'light'],
  [true, 'dark'],
] as const)('on a phone %s and %s cells are listed by how many sources hear them', async (phone, theme) => {
  coverage();
  await open(path, { theme, phone, locale: 'en' });
  await expect
    .poll(() =>
      [...document.querySelectorAll('.cw-map-scale li')].map(({ textContent }) => textContent?.trim()),
    )
    .toEqual([
      'Two sources or more 12',
      'One source, no redundancy 7',
      'Gap 2',
      'Flights planned, no coverage 1',
      'Declared, no flight, unknown 40',
    ]);
  const rows = page.getByRole('region', { name: 'Cells without surveillance' }).getByRole('row');
  await expect
    .poll(() =>
      rows.elements().map((row) => [...row.children].slice(0, 3).map((cell) => cell.textContent?.trim())),
    )
    .toEqual([
      ['Cell (south-west corner)', 'Category', 'Flights'],
      ['30.60°N 104.00°E', 'Gap', '9'],
      ['30.60°N 105.00°E', 'Flights planned, no coverage', '4'],
      ['30.60°N 104.05°E', 'Gap', '2'],
    ]);
  await seen(
    page.getByText('declared by at least one of 2 sources and heard by none of 4', { exact: false }),
  );
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(window.innerWidth);
});

test('the band is in the address and in the file', async () => {
  coverage();
  const screen = await open(path, { locale: 'en' });
  await userEvent.click(page.getByText('500–1,500 m', { exact: true }).first());
  await expect.poll(() => screen.at().search).toContain('band=middle');
  await userEvent.click(page.getByRole('button', { name: 'Export: Coverage, all sources' }));
  await userEvent.click(page.getByText('Excel', { exact: true }));
  await expect
    .poll(() =>
      server()
        .asked.filter((one) => one.path.endsWith('Equipment/Export'))
        .map(({ query }) => Object.fromEntries(query)),
    )
    .toEqual([{ table: 'joint', days: '31', band: 'middle' }]);
});

test('whoever may see no flight plans is told that gaps are not known', async () => {
  const bands = { all: { ...none, several: 12, gaps: null, blind: null } };
  coverage({ flights: null, gaps: [], blind: [], bands });
  await open(path, { locale: 'en' });
  await seen(page.getByText('Flight plans are not visible to you', { exact: false }));
  await seen(page.getByText('Two sources or more', { exact: true }));
  expect(page.getByRole('region', { name: 'Cells without surveillance' }).elements()).toEqual([]);
});

test.each(sampled(['zh-Hans', 'en']))('is accessible in both themes, in %s', async (locale) => {
  coverage();
  await open(path, { locale });
  await seen(page.getByText('104.00°E', { exact: false }).first());
  expect(await validated('joint', '.equipment')).toEqual([]);
});
