import type { FastifyBaseLogger } from 'fastify';
import type { StartDatabaseOptions } from '#server/db/start-database.ts';
import type { Passwords } from '#server/features/identity/passwords.ts';
import type { Config } from '#server/kernel/config.ts';
import type { Tell } from '#server/kernel/start-error.ts';

export interface ServerDeps {
  config: Config;
  log: FastifyBaseLogger;
  tell: Tell;
  version: string;
  releaseDate: string;
  webFolder: string;
  clock: () => Date;
  /** Whether the demo has flown the months before. */
  demoHistory?: boolean;
  /** Other than usual, for tests. */
  connections?: StartDatabaseOptions['connections'];
  /** A database that cannot be brought back: the process must not go on. */
  onLost(error: Error): void;
  /** When it crashed and was started again, UTC ms. */
  crashedAt?: readonly number[];
  /** Of another cost than the product's, for tests. */
  passwords?: Passwords;
  /** What this process holds, MB; other than measured, for tests. */
  usedMemoryMb?: () => number;
}

/** What ends a server, in the order in which it was started. */
export type Ending = (() => Promise<void> | void)[];
