import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { open, server } from '#tests/component/support/mount.tsx';

const settings = {
  center: [30.6, 104] as [number, number],
  zoom: 9,
  tileUrl: null,
  basemapUrl: null,
  boundariesUrl: null,
  coverage3d: [],
};

async function openMap() {
  server().call('Map', 'GetSettings', () => settings);
  server().call('Navigation', 'GetActiveNAircrafts', () => ({ items: [] }));
  return open('/flightWatch/situationmap', { locale: 'en' });
}

const section = (name: string) => page.getByRole('button', { name, exact: true });

test('bearing and distance between two places are typed, with the QDM by what is recorded there, else by the model', async () => {
  server().add('airport', {
    icao: 'ZUUU',
    name: '成都双流',
    magneticVariation: -4,
    position: { type: 'Point', coordinates: [104, 30] },
  });
  await openMap();
  await section('Tools').click();
  await page.getByLabelText('From', { exact: true }).fill('N290000 E1040000');
  await userEvent.keyboard('{Enter}');
  await page.getByLabelText('To', { exact: true }).fill('N300000 E1040000');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('59.9 NM · 110.8 km')).toBeVisible();
  await expect.element(page.getByText('000°T · 180°T')).toBeVisible();
  await expect.element(page.getByText('2.4° W (World Magnetic Model)')).toBeVisible();
  await expect.element(page.getByText('002° · 182°')).toBeVisible();
  await page.getByRole('button', { name: 'To: clear' }).click();
  await page.getByLabelText('To', { exact: true }).fill('ZUUU');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('Magnetic variation at ZUUU: 4.0° W (from its record)')).toBeVisible();
  await expect.element(page.getByText('004° · 184°')).toBeVisible();
  await page.getByLabelText('Centre', { exact: true }).fill('nowhere');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('alert').getByText('nowhere')).toBeVisible();
});

test('a view is kept for the user and brings back the place and the filter', async () => {
  await openMap();
  await section('Filter').click();
  await page.getByText('Only targets in an alert').click();
  await expect.element(page.getByRole('button', { name: 'Show all' }).first()).toBeVisible();
  await section('Saved views').click();
  await page.getByLabelText('Name of the view').fill('Morning');
  await page.getByRole('button', { name: 'Save this view' }).click();
  await page.getByRole('button', { name: 'Show all' }).first().click();
  await expect.element(page.getByText('Only targets in an alert')).toBeVisible();
  expect(document.querySelector('.cw-filter-note')).toBeNull();
  await page.getByRole('button', { name: 'Morning', exact: true }).click();
  await expect.poll(() => document.querySelector('.cw-filter-note')).not.toBeNull();
  await expect
    .poll(() => server().asked.find(({ path }) => path.endsWith('/Preference/Set'))?.body)
    .toMatchObject({ key: 'map.views', value: [{ name: 'Morning', filter: { alertsOnly: true } }] });
});
