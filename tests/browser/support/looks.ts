import { isFull } from '#tests/support/breadth.ts';
import type { Look } from './product.ts';

const desk: [name: string, look: Look] = ['at a desk', {}];
const phone: [name: string, look: Look] = ['on a phone', { phone: true }];
const englishDesk: [name: string, look: Look] = ['at a desk, in English', { locale: 'en' }];
const englishPhone: [name: string, look: Look] = ['on a phone, in English', { phone: true, locale: 'en' }];

/** The sizes of window, for tests that read the Chinese screen; `npm run test:full` has both. */
export const sizes: [name: string, look: Look][] = isFull ? [desk, phone] : [desk];

/**
 * How a screen is looked at, each look in both themes (`violationsInBoth`): where there is least room, on a phone in English;
 * `npm run test:full` has the other three as well.
 */
export const looks: [name: string, look: Look][] = isFull
  ? [desk, englishPhone, englishDesk, phone]
  : [englishPhone];
