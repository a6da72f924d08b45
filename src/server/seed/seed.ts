import { randomBytes } from 'node:crypto';
import type { Config } from '../config.ts';
import { seedFlows } from '../flows/seed-flows.ts';
import type { Records } from '../records/records.ts';
import type { Tell } from '../start-error.ts';
import { seedBase } from './seed-base.ts';

/** Known to everyone: only where the demo is on and the address is loopback. */
export const demoPassword = 'Demo-2026!';

export interface SeedDeps {
  config: Config;
  records: Records;
  hashPassword(password: string): Promise<string>;
  tell: Tell;
}

/** Brings the records of a fresh or older installation up to what this version needs. */
export async function seed({ config, records, hashPassword, tell }: SeedDeps): Promise<void> {
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
}
