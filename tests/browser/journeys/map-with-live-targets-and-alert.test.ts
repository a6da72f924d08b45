import { afterAll, beforeAll, expect, test } from 'vitest';
import { serious } from '../support/axe.ts';
import { type Product, sharedProduct } from '../support/product.ts';
import { type OwnSource, ownSource } from './support/own-source.ts';

let product: Product;
let source: OwnSource;

beforeAll(async () => {
  product = await sharedProduct();
  source = await ownSource(product, '旅程雷达站', 26);
});

afterAll(async () => {
  await source?.close();
  await product?.close();
});

const [one, two] = [
  { icao24: '7a0601', callsign: 'CWJ601' },
  { icao24: '7a0602', callsign: 'CWJ602' },
];
/** Both fly along this parallel at 60 m/s. */
const latitude = 31.45;
const degreesPerM = 1 / 95_000;

test('two aircraft that meet are seen on the map, raise an alert, and are acknowledged for everyone', async () => {
  const watch = await product.as('aiw', { dark: true, at: '/situation/situationmap' });
  const other = await product.as('atmb', { at: '/flightWatch/situationmap' });
  for (const page of [watch, other]) await page.locator('.cw-feeds', { hasText: source.name }).waitFor();

  // 9 km apart when they begin: 75 s until they meet.
  const begun = Date.now();
  source.report(() => {
    const at = Date.now();
    const flown = ((at - begun) / 1_000) * 60 * degreesPerM;
    const common = { latitude, at, flightLevel: 40, groundSpeedKt: 116.6 };
    return [
      { ...one, ...common, longitude: 104 + flown, trackDeg: 90 },
      { ...two, ...common, longitude: 104 + 9_000 * degreesPerM - flown, trackDeg: 270 },
    ];
  });
  for (const { callsign } of [one, two]) await watch.locator('.cw-flight', { hasText: callsign }).waitFor();

  const alertOn = (page: typeof watch) =>
    page
      .getByRole('complementary', { name: '告警' })
      .locator('.cw-alert', { hasText: `${one.callsign} 与 ${two.callsign} 间隔不足` });
  const alert = alertOn(watch);
  await alert.waitFor();
  await alertOn(other).waitFor();
  await expect.poll(() => alert.getAttribute('data-open')).toBe('true');
  await alert.locator('.cw-alert-head').click();
  await expect.poll(() => alert.getAttribute('data-chosen')).toBe('true');
  await watch.keyboard.press('a');
  await alert.getByText('石磊 已确认').waitFor();
  await alertOn(other).getByText('石磊 已确认').waitFor();

  // The card of an aircraft has what is received of it.
  await watch.locator('.cw-flight', { hasText: one.callsign }).click();
  const card = watch.locator('.cw-card', { hasText: one.callsign });
  await card.getByText(one.icao24.toUpperCase()).waitFor();

  // No longer heard, they are shown as old, which is still readable.
  source.silence();
  await watch.locator('.cw-flight[data-old=true]', { hasText: two.callsign }).waitFor();
  expect(await serious(watch, 'map with old targets')).toEqual([]);
  expect(product.errors).toEqual([]);
});
