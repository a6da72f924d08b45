import { isFull } from '#tests/support/breadth.ts';
import type { Look } from './product.ts';

/** The sizes of window, for tests that read the Chinese screen. */
export const sizes: [name: string, look: Look][] = [
  ['at a desk', {}],
  ['on a phone', { phone: true }],
];

/**
 * How a screen is looked at, each look in both themes (`violationsInBoth`). The two differ in size and language at once;
 * `npm run test:full` has the other two pairs as well.
 */
export const looks: [name: string, look: Look][] = [
  ['at a desk', {}],
  ['on a phone, in English', { phone: true, locale: 'en' }],
  ...(isFull
    ? ([
        ['at a desk, in English', { locale: 'en' }],
        ['on a phone', { phone: true }],
      ] satisfies [string, Look][])
    : []),
];
