import { buildIfChanged } from '../../../scripts/build.ts';

/** What the browser tests look at is built once, before the first of them. */
export default async function setup(): Promise<void> {
  if (!process.env.CLEARWAY_TEST_ADDRESS) await buildIfChanged();
}
