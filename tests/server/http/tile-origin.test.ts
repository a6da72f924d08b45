import { expect, it } from 'vitest';
import { originOf } from '#server/http/tile-origin.ts';

it.each([
  ['https://tiles.example/{z}/{x}/{y}.png', 'https://tiles.example'],
  ['https://{s}.tiles.example:8443/{z}/{x}/{y}.png', 'https://*.tiles.example:8443'],
  ['http://10.0.0.7/{z}/{x}/{y}', 'http://10.0.0.7'],
  ['', null],
  ['/tiles/{z}/{x}/{y}.png', null],
  ["https://tiles.example;script-src 'unsafe-inline'/", null],
  ['javascript:alert(1)', null],
])('%s → %s', (tileUrl, origin) => {
  expect(originOf(tileUrl)).toBe(origin);
});
