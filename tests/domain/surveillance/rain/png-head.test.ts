import { expect, it } from 'vitest';
import { mostPixels, readPngHead, timeInName } from '#domain/surveillance/rain/png-head.ts';
import { pngOf } from '#tests/support/png.ts';

const red = [255, 0, 0, 200] as const;

it('reads size and time of a PNG', () => {
  const changedAt = Date.UTC(2026, 10, 25, 8, 5, 30);
  expect(readPngHead(pngOf(20, 10, red, changedAt))).toEqual({
    ok: true,
    head: { width: 20, height: 10, changedAt },
  });
  expect(readPngHead(pngOf(20, 10, red))).toMatchObject({ ok: true, head: { changedAt: null } });
});

it.each([
  ['text', Buffer.from('METAR ZUUU='), 'information.image.notPng'],
  ['nothing', Buffer.alloc(0), 'information.image.notPng'],
  ['a PNG that was cut short', pngOf(20, 10, red).subarray(0, -6), 'information.image.cut'],
  ['a PNG of one pixel', pngOf(1, 1, red), 'information.image.size'],
  ['a PNG wider than any radar', pngOf(mostPixels + 1, 2, red), 'information.image.size'],
])('refuses %s', (_, bytes, key) => {
  expect(readPngHead(bytes)).toMatchObject({ ok: false, reason: { key } });
});

it.each([
  ['Z_RADR_I_Z9280_20261125080530_P_DOR_SA_CR_10_230_15.png', Date.UTC(2026, 10, 25, 8, 5, 30)],
  ['cr-20261125_0805.png', Date.UTC(2026, 10, 25, 8, 5)],
  ['20261125T080530Z.png', Date.UTC(2026, 10, 25, 8, 5, 30)],
  ['20261325080530.png', null],
  ['radar-12345.png', null],
])('reads the time in %s', (name, at) => {
  expect(timeInName(name)).toBe(at);
});
