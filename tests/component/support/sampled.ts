import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** Whether this is `npm run test:full`, or a file that only it runs was named. */
    isFull: boolean;
  }
}

/** Of the looks of a page: the first ones in `npm test`, all in `npm run test:full`. */
export const sampled = <const T>(looks: readonly T[], count = 1): readonly T[] =>
  inject('isFull') ? looks : looks.slice(0, count);
