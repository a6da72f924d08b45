import { createAirspaceCheck } from '../airspace/airspace-check.ts';
import { type AirspaceClock, createAirspaceClock } from '../airspace/airspace-clock.ts';
import { type AirspaceExtension, createAirspaceExtension } from '../airspace/airspace-extension.ts';
import { createAirspaceJournal } from '../airspace/airspace-journal.ts';
import { type AirspaceLife, createAirspaceLife } from '../airspace/airspace-life.ts';
import { createAirspaceLock } from '../airspace/airspace-lock.ts';
import { readAirspaceParameters } from '../airspace/airspace-parameters.ts';
import { createAirspaceQueries } from '../airspace/airspace-queries.ts';
import type { AuditActs } from '../audits/audit-acts.ts';
import type { Database } from '../db/database.ts';
import type { FlowStore } from '../flows/flow-store.ts';
import type { Logger } from '../logger.ts';
import type { Parameters } from '../parameters.ts';
import type { Catalogue } from '../records/catalogue.ts';
import type { Records } from '../records/records.ts';
import { airspaceFilingMethods } from './airspace-filing.ts';
import { airspaceKeepingMethods } from './airspace-keeping.ts';
import { airspaceReadingMethods } from './airspace-reading.ts';
import { airspaceTransferMethods } from './airspace-transfer.ts';
import type { Service } from './service.ts';

export interface AirspaceDeps {
  records: Records;
  catalogue: Catalogue;
  flows: FlowStore;
  database: Pick<Database, 'kysely'>;
  parameters: Pick<Parameters, 'all'>;
  /** Submits and withdraws as every audited record is. */
  acts: AuditActs;
  clock: () => Date;
  dataFolder?: string;
}

/** Airspace from its application to its end: the service, its life for the demo, and its clock. */
export function createAirspace(deps: AirspaceDeps): {
  service: Service;
  life: AirspaceLife;
  extension: AirspaceExtension;
  airspaceClock(deps: { log: Logger }): AirspaceClock;
} {
  const { records, catalogue, flows, database, parameters, acts, clock, dataFolder } = deps;
  const sql = database.kysely;
  const figures = async () => (await readAirspaceParameters(parameters)).figures;
  const journal = createAirspaceJournal({ records, clock });
  const check = createAirspaceCheck({ parameters, clock, ...(dataFolder ? { dataFolder } : {}) });
  const locks = createAirspaceLock({ records, catalogue, clock });
  const extension = createAirspaceExtension({ records, journal, check, locks, figures, clock });
  const life = createAirspaceLife({ records, journal, locks, extension, figures, clock });
  const timeZone = async () => (await figures()).timeZone;
  const queries = createAirspaceQueries({ records, catalogue, flows, sql, timeZone, clock });
  return {
    service: {
      name: 'Airspace',
      methods: [
        ...airspaceFilingMethods({ records, catalogue, sql, life, acts, check }),
        ...airspaceKeepingMethods({ life, extension, queries }),
        ...airspaceReadingMethods({ queries, clock }),
        ...airspaceTransferMethods({ records, catalogue, life, timeZone, clock }),
      ],
    },
    life,
    extension,
    airspaceClock: ({ log }) =>
      createAirspaceClock({ database, records, life, extension, journal, figures, clock, log }),
  };
}
