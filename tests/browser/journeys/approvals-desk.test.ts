import { afterAll, beforeAll, expect, test } from 'vitest';
import { dialog } from '../support/dialog.ts';
import { stateLine } from '../support/plan-screens.ts';
import { type Product, sharedProduct } from '../support/product.ts';
import { called, firstOf, makeOperator, type OwnOperator } from './support/own-operator.ts';

let product: Product;
let own: OwnOperator;

beforeAll(async () => {
  product = await sharedProduct();
  own = await makeOperator(product, '05');
});

afterAll(async () => {
  await product?.close();
});

/** Three plans of the day after tomorrow, submitted together: they are neighbours in the queue. */
async function submitThree(): Promise<number[]> {
  const [{ id: aerodrome }, { id: missionType }] = [
    await firstOf(product, 'airport', 'icao=ZUGH'),
    await firstOf(product, 'missionType', 'code=PATROL'),
  ];
  const day = new Date(Date.now() + 8 * 3_600_000 + 2 * 86_400_000).toISOString().slice(0, 10);
  const plans = ['09', '12', '15'].map((hour) => ({
    missionType,
    company: own.company,
    mission: '管线巡查',
    tasks: [
      {
        callsign: own.callsign,
        aircraft: own.aircraft,
        pilots: [own.pilot],
        departure: aerodrome,
        destination: aerodrome,
        etd: new Date(`${day}T${hour}:00:00+08:00`).toISOString(),
        eta: new Date(`${day}T${hour}:50:00+08:00`).toISOString(),
        lower: { value: 300, unit: 'm', reference: 'AGL' },
        upper: { value: 600, unit: 'm', reference: 'AGL' },
      },
    ],
  }));
  const saved = called(
    await product.api(own.user, 'POST', '/api/services/app/Navigation/SaveNAircrafts', {
      submit: true,
      plans,
    }),
  );
  return saved.items.map(({ id }: { id: number }) => id);
}

test('plans are decided by keys alone, the next one opens after each decision, and the rest are approved together', async () => {
  const [first = 0, second = 0, third = 0] = await submitThree();
  const operator = await product.as(own.user, { at: `/navigation/details?id=${first}` });
  await stateLine(operator, 1).waitFor();

  const desk = await product.as('atmb', { at: `/situation/dynamic?tab=inbox&id=${first}` });
  const opened = (id: number) =>
    desk.locator(`.plan-queue button[data-plan="${id}"][aria-current=true]`).waitFor();
  const asks = async (action: string) => {
    await desk.locator(`[data-act=${action}]:not([disabled])`).waitFor();
    await expect.poll(() => dialog(desk).count()).toBe(0);
  };
  await opened(first);
  await asks('reject');
  await desk.keyboard.press('r');
  await dialog(desk).locator('[data-reason=R02]').click();
  await expect.poll(() => dialog(desk).locator('textarea').inputValue()).toBe('R02 空域关闭或受限');
  await desk.keyboard.press('Control+Enter');
  await opened(second);
  // Its operator sees it, with the reason.
  await stateLine(operator, 3).waitFor();
  await operator.getByText('R02 空域关闭或受限').first().waitFor();

  await asks('approve');
  await desk.keyboard.press('a');
  await dialog(desk).waitFor();
  await desk.keyboard.press('Control+Enter');
  await opened(third);
  await asks('approve');
  await desk.keyboard.press('a');
  await dialog(desk).waitFor();
  await desk.keyboard.press('Control+Enter');
  await dialog(desk).waitFor({ state: 'detached' });

  // Both wait for their second step.
  for (const id of [second, third]) {
    const line = desk.locator('.plan-queue li', { has: desk.locator(`button[data-plan="${id}"]`) });
    await line.getByText('2/2').waitFor();
    await line.locator('.plan-queue-choice input').check();
  }
  await desk.getByRole('button', { name: '批准 2 份' }).click();
  await desk.keyboard.press('Control+Enter');
  for (const id of [second, third]) {
    await desk.locator(`.plan-queue button[data-plan="${id}"]`).waitFor({ state: 'detached' });
    await operator.goto(`${product.address}/navigation/details?id=${id}`);
    await stateLine(operator, 4).waitFor();
  }
  expect(product.errors).toEqual([]);
});
