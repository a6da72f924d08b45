import type { TestProject } from 'vitest/node';
import { buildIfChanged } from '#scripts/build.ts';
import startDatabases from '#tests/support/global-database.ts';

/** Before the first browser test: what they look at is built, and a PostgreSQL stands ready for its databases. */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  if (process.env.CLEARWAY_TEST_ADDRESS) return undefined;
  await buildIfChanged();
  return startDatabases(project);
}
