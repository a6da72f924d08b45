import { randomBytes } from 'node:crypto';
import type { Records } from '#server/engine/records/records.ts';
import type { Config } from '#server/kernel/config.ts';
import type { Tell } from '#server/kernel/start-error.ts';
import type { RefusedRow } from './ensure.ts';
import { seedBase } from './seed-base.ts';
import { seedFlows } from './seed-flows.ts';

export interface SeedDeps {
  config: Config;
  records: Records;
  hashPassword(password: string): Promise<string>;
  tell: Tell;
  /** Of the administrator where the accounts of the demo are on. */
  demoPassword: string;
  /** Told of what an installation that exists refuses: it starts without it. */
  onRefused?(refused: RefusedRow): void;
}

/** Brings the records of a fresh or older installation up to what this version needs. */
export async function seed(deps: SeedDeps): Promise<void> {
  const { config, records, hashPassword, tell, demoPassword, onRefused } = deps;
  let generated: string | undefined;
  const { administratorCreated } = await seedBase({
    records,
    hashPassword,
    ...(onRefused ? { onRefused } : {}),
    administratorPassword() {
      if (config.adminPassword !== null) return config.adminPassword;
      if (config.demoAccounts) return demoPassword;
      generated = randomBytes(12).toString('base64url');
      return generated;
    },
  });
  // Once and never again: what is stored is its hash.
  if (administratorCreated && generated) tell('start.adminPasswordGenerated', { password: generated });
  await seedFlows(records, administratorCreated ? undefined : onRefused);
}
