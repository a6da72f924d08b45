import { randomBytes } from 'node:crypto';
import type { Config } from '../config.ts';
import { seedFlows } from '../flows/seed-flows.ts';
import type { Records } from '../records/records.ts';
import type { Tell } from '../start-error.ts';
import { seedBase } from './seed-base.ts';
import { type Demo, demoPassword, seedDemo } from './seed-demo.ts';

export interface SeedDeps {
  config: Config;
  records: Records;
  hashPassword(password: string): Promise<string>;
  tell: Tell;
  clock: () => Date;
}

/**
 * Brings the records of a fresh or older installation up to what this version needs. Answers what the demo
 * consists of, where it is on, for the plans and the traffic of today.
 */
export async function seed({ config, records, hashPassword, tell, clock }: SeedDeps): Promise<Demo | null> {
  let generated: string | undefined;
  const { administratorCreated } = await seedBase({
    records,
    hashPassword,
    administratorPassword() {
      if (config.adminPassword !== null) return config.adminPassword;
      if (config.demoAccounts) return demoPassword;
      generated = randomBytes(12).toString('base64url');
      return generated;
    },
  });
  // Once and never again: what is stored is its hash.
  if (administratorCreated && generated) tell('start.adminPasswordGenerated', { password: generated });
  await seedFlows(records);
  if (!config.demo) return null;
  return seedDemo({ records, hashPassword, clock, withAccounts: config.demoAccounts });
}
