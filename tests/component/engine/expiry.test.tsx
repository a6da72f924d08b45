import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { dayAfter } from '#domain/plans/working-days.ts';
import { dayOf } from '#domain/time/wall-clock.ts';
import { mount } from '#tests/component/support/mount.tsx';
import { seen } from '#tests/component/support/ui.ts';
import { cellOf } from '#web/engine/cells.tsx';

/** Papers of records, in lists and on pages: who looks for one that ends must not have to compute. */

const day = (fromNow: number) => dayAfter(dayOf(Date.now(), 'Asia/Shanghai'), fromNow);

test.each([
  ['zh-Hans', '已过期', /剩 9 天/],
  ['en', 'expired', /9 d left/],
] as const)('a paper that is past or ends soon says so: %s', async (locale, past, soon) => {
  const cell = cellOf('aircraft', 'insuranceExpiry');
  await mount(
    <ul>
      {[-3, 9, 400].map((fromNow) => (
        <li key={fromNow}>{cell({ insuranceExpiry: day(fromNow) })}</li>
      ))}
    </ul>,
    { locale },
  );
  const line = (place: number) => page.getByRole('listitem').nth(place);
  await seen(line(0).getByText(past));
  await seen(line(1).getByText(soon));
  await expect.element(line(2)).toHaveTextContent(new RegExp(`^${day(400)}$`));
  expect(cellOf('aircraft', 'manufactureDate')({ manufactureDate: day(400) })).toBeUndefined();
  expect(cell({ insuranceExpiry: null })).toBeUndefined();
});
