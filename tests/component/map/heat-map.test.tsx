import { expect, test } from 'vitest';
import { mount, server } from '#tests/component/support/mount.tsx';
import { css } from '#tests/component/support/ui.ts';
import { HeatMap } from '#web/map/heat-map.tsx';

test('cells are brought into view when their box gets its size after the map is made', async () => {
  server();
  await mount(
    <div data-box style={{ display: 'flex', flexDirection: 'column', width: 500, height: 0 }}>
      <HeatMap cells={[[104, 30.5, 3]]} degrees={0.1} label="Where" />
    </div>,
    { locale: 'en' },
  );
  await expect.poll(() => css('.cw-heat .leaflet-container').elements().length).toBe(1);
  const box = css('[data-box]').element();
  if (!(box instanceof HTMLElement)) throw new Error('no box');
  box.style.height = '300px';
  await expect.poll(() => css('.leaflet-control-scale-line').element().textContent).toMatch(/^(1|2|3|5) km$/);
});
