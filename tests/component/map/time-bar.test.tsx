import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { open, server } from '#tests/component/support/mount.tsx';

/** The slider of the situation map: the time for which information is shown. */

beforeEach(() => {
  server().call('Map', 'GetSettings', () => ({
    center: [30.5, 104] as [number, number],
    zoom: 9,
    tileUrl: null,
    basemapUrl: null,
    boundariesUrl: null,
    coverage3d: [],
  }));
  server().call('Navigation', 'GetActiveNAircrafts', () => ({ items: [] }));
});

const slider = page.getByRole('slider', { name: 'Time shown' });

test('follows a hundred keys that come without pause', async () => {
  await open('/flightWatch/situationmap', { locale: 'en' });
  await expect.element(slider).toHaveValue('0');
  slider.element().focus();
  await userEvent.keyboard('{ArrowRight>100/}');
  await expect.element(slider).toHaveValue('1000');
  await expect
    .element(page.getByRole('group', { name: 'Weather and notices' }))
    .toHaveTextContent('in 16.7 h');
});
