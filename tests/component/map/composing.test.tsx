import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { inputMethod } from '#tests/component/support/input-method.ts';
import { open, server } from '#tests/component/support/mount.tsx';
import { gone, seen, typedIn, unchanged } from '#tests/component/support/ui.ts';

/** Chinese typed with an input method in the panels of the map. */

const settings = {
  center: [30.6, 104] as [number, number],
  zoom: 9,
  tileUrl: null,
  basemapUrl: null,
  boundariesUrl: null,
  coverage3d: [],
};

async function openMap(): Promise<void> {
  server().call('Map', 'GetSettings', () => settings);
  server().call('Navigation', 'GetActiveNAircrafts', () => ({ items: [] }));
  await open('/flightWatch/situationmap', { locale: 'en' });
}
const openSection = (name: string) => page.getByRole('button', { name, exact: true }).click();

const stored = () => server().asked.filter(({ path }) => path.endsWith('/Preference/Set'));

test('the name of a view is composed before Enter saves it', async () => {
  await openMap();
  await openSection('Saved views');
  const name = page.getByLabelText('Name of the view');
  await name.click();
  const before = stored().length;
  await inputMethod.compose('zaoban');
  await inputMethod.pressAll();
  await unchanged(() => typedIn(name), 'zaoban');
  expect(stored()).toHaveLength(before);
  await inputMethod.take('早班');
  await userEvent.keyboard('{Enter}');
  await seen(page.getByRole('button', { name: '早班', exact: true }));
  await expect
    .poll(() => stored().at(-1)?.body)
    .toMatchObject({ key: 'map.views', value: [{ name: '早班' }] });
});

test('the end of a measured line is composed before Enter looks it up; Escape leaves the tool open', async () => {
  await openMap();
  await openSection('Tools');
  const from = page.getByLabelText('From', { exact: true });
  await from.click();
  await inputMethod.compose('chengdu');
  await inputMethod.pressAll();
  await unchanged(() => typedIn(from), 'chengdu');
  await gone(page.getByRole('alert').getByText('chengdu'));
  await inputMethod.take('成都');
  await userEvent.keyboard('{Enter}');
  await seen(page.getByRole('alert').getByText('成都'));
});

test('the filter of the flights keeps what is composed on Escape', async () => {
  await openMap();
  const filter = page.getByLabelText('Callsign, number or 24-bit address');
  await filter.click();
  await inputMethod.compose('chuan');
  await inputMethod.pressAll();
  await unchanged(() => typedIn(filter), 'chuan');
  await inputMethod.take('川');
  await unchanged(() => typedIn(filter), '川');
});
