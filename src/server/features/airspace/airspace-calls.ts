import type { Database } from '#server/db/database.ts';
import type { Catalogue } from '#server/engine/records/catalogue.ts';
import type { Records } from '#server/engine/records/records.ts';
import type { AuditActs } from '#server/features/approvals/audit-acts.ts';
import type { FlowStore } from '#server/features/approvals/flow-store.ts';
import type { Conflicts } from '#server/features/conflicts/conflicts.ts';
import { implement, type Service } from '#server/http/service.ts';
import type { Logger } from '#server/kernel/logger.ts';
import type { Parameters } from '#server/kernel/parameters.ts';
import { type Backplane, createInProcessBackplane } from '#server/signalr/backplane.ts';
import { createAirspaceCheck } from './airspace-check.ts';
import { type AirspaceClock, createAirspaceClock } from './airspace-clock.ts';
import { createAirspaceClosing } from './airspace-closing.ts';
import { type AirspaceExtension, createAirspaceExtension } from './airspace-extension.ts';
import { airspaceFilingMethods } from './airspace-filing-calls.ts';
import { createAirspaceJournal } from './airspace-journal.ts';
import { airspaceKeepingMethods } from './airspace-keeping.ts';
import { type AirspaceLife, createAirspaceLife } from './airspace-life.ts';
import { createAirspaceLock } from './airspace-lock.ts';
import { readAirspaceParameters } from './airspace-parameters.ts';
import { createAirspaceQueries } from './airspace-queries.ts';
import { airspaceReadingMethods } from './airspace-reading.ts';
import { airspaceTransferMethods } from './airspace-transfer.ts';
import { createImportProgresses } from './import-progress.ts';

export interface AirspaceDeps {
  records: Records;
  catalogue: Catalogue;
  flows: FlowStore;
  database: Pick<Database, 'kysely' | 'locks'>;
  parameters: Pick<Parameters, 'all'>;
  /** Submits and withdraws as every audited record is. */
  acts: AuditActs;
  clock: () => Date;
  /** What is in the air: a closing tells those whom it affects. */
  conflicts: Conflicts;
  dataFolder?: string;
  /** Absent: this process is the only server. */
  backplane?: Pick<Backplane, 'publish' | 'subscribe'>;
}

/** Airspace from its application to its end: the service, its life for the demo, and its clock. */
export function createAirspace(deps: AirspaceDeps): {
  service: Service;
  life: AirspaceLife;
  extension: AirspaceExtension;
  airspaceClock(deps: { log: Logger }): AirspaceClock;
} {
  const { records, catalogue, flows, database, parameters, acts, clock, conflicts, dataFolder } = deps;
  const { backplane = createInProcessBackplane() } = deps;
  const sql = database.kysely;
  const readDeadlines = async () => (await readAirspaceParameters(parameters)).deadlines;
  const journal = createAirspaceJournal({ records, clock });
  const check = createAirspaceCheck({ parameters, clock, ...(dataFolder ? { dataFolder } : {}) });
  const locks = createAirspaceLock({ records, catalogue, clock });
  const extension = createAirspaceExtension({ records, journal, check, locks, readDeadlines, clock });
  const closing = createAirspaceClosing({ records, conflicts, parameters, clock });
  const life = createAirspaceLife({ records, sql, journal, locks, extension, closing, readDeadlines, clock });
  const timeZone = async () => (await readDeadlines()).timeZone;
  const progress = createImportProgresses({ backplane, now: () => clock().getTime() });
  const queries = createAirspaceQueries({ records, catalogue, flows, sql, timeZone, clock });
  return {
    service: implement('Airspace', {
      ...airspaceFilingMethods({ records, catalogue, sql, life, acts, check }),
      ...airspaceKeepingMethods({ life, extension, queries }),
      ...airspaceReadingMethods({ queries, clock }),
      ...airspaceTransferMethods({ records, catalogue, life, sql, progress, timeZone, clock }),
    }),
    life,
    extension,
    airspaceClock: ({ log }) =>
      createAirspaceClock({ database, records, life, extension, journal, readDeadlines, clock, log }),
  };
}
