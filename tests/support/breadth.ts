/** Whether this is `npm run test:full`, or a file that only it runs was named. */
export const isFull = process.env.CLEARWAY_TEST_FULL === '1';

/** How much of what is generated is tried: `npm test` takes a part, `npm run test:full` the whole. */
export const breadth = (part: number, whole: number): number => (isFull ? whole : part);
