import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { AirspaceItem } from '#contract/airspace/airspace-output.ts';
import { open, server } from '#tests/component/support/mount.tsx';
import { control, css, gone, number, seen, tooWide } from '#tests/component/support/ui.ts';
import { airspaceItem } from './airspace-sample.ts';

/** The desk that opens and closes the airspaces of a day. */

let items: AirspaceItem[] = [];

beforeEach(() => {
  items = [
    airspaceItem(1, { openState: 'closed', openReason: '军方活动' }),
    airspaceItem(2, { openState: 'open' }),
  ];
  server().call('Airspace', 'Page', () => ({ totalCount: items.length, items }));
});

const dialog = page.getByRole('dialog');

async function openDesk(look: { phone?: boolean; locale?: 'en' } = {}) {
  await open('/situation/airspaceOpen', look);
  await number(css('.airspace-row'), 2);
}

test('keys open and close the airspace of the row, before anything was clicked', async () => {
  server().call('Airspace', 'Open', ({ id }) => {
    items = items.map((one) => (one.id === id ? { ...one, openState: 'open' } : one));
    return { id, version: 2, state: 1, auditState: 2, openState: 'open' };
  });
  server().call('Airspace', 'GetClosingEffects', () => ({
    inFlight: [],
    plans: [],
    standing: [],
    others: 0,
    notified: [],
  }));
  await openDesk();
  const first = css('.airspace-row[data-id="1"]');
  await expect.element(first).toHaveAttribute('data-current', 'true');
  await userEvent.keyboard('o');
  await seen(dialog.getByText('空域 1'));
  await control('{Enter}');
  await gone(dialog);
  const opened = server().asked.filter(({ path }) => path.endsWith('/Airspace/Open'));
  expect(opened.map(({ body }) => body)).toEqual([{ id: 1 }]);
  await seen(first.css('.airspace-open[data-open=open]'));
  // The first key only shows where the cursor is.
  await userEvent.keyboard('jj');
  await expect.element(css('.airspace-row[data-id="2"]')).toHaveAttribute('data-current', 'true');
  await userEvent.keyboard('c');
  await seen(dialog.getByText('空域 2'));
  // A closing needs its reason, and says so at the field.
  await control('{Enter}');
  await seen(dialog.css('.ant-form-item-explain-error'));
  expect(server().asked.filter(({ path }) => path.endsWith('/Airspace/Close'))).toEqual([]);
});

test('in English it is no wider than a phone', async () => {
  await openDesk({ phone: true, locale: 'en' });
  expect(tooWide('main#content')).toBe(0);
});
