import type { Actor } from '#domain/identity/access.ts';
import type { Database } from '#server/db/database.ts';
import type { Catalogue } from '#server/engine/records/catalogue.ts';
import type { Records } from '#server/engine/records/records.ts';
import type { Service } from '#server/http/service.ts';
import { schedule } from '#server/jobs/schedule.ts';
import type { ExportSlots } from '#server/kernel/export-slots.ts';
import type { Logger } from '#server/kernel/logger.ts';
import { createExporter } from './export.ts';
import { createImportService } from './import-calls.ts';
import { createImporter } from './importer.ts';
import type { TransferRoutesDeps } from './routes.ts';

export interface Transfer {
  routes: TransferRoutesDeps;
  service: Service;
  /** Takes up imports that a server left behind, now and every minute; `close` leaves ours to the next. */
  start(): Promise<{ close(): Promise<void> }>;
}

/** Records into files and out of them. */
export function createTransfer(deps: {
  database: Pick<Database, 'kysely' | 'locks' | 'reads'>;
  catalogue: Catalogue;
  records: Records;
  slots: ExportSlots;
  dataFolder: string;
  actorOf(userId: number): Promise<Actor | null>;
  /** IANA name of the wall that times in files are on. */
  timeZone(): Promise<string>;
  clock: () => Date;
  log: Logger;
}): Transfer {
  const { database, catalogue, records, timeZone, clock, log } = deps;
  const sql = database.kysely;
  const importer = createImporter(deps);
  const exporter = createExporter({ records, types: catalogue.types, slots: deps.slots, timeZone, log });
  return {
    routes: { importer, exporter, catalogue, sql, timeZone, clock, log },
    service: createImportService({ jobs: importer.jobs, catalogue }),
    async start() {
      const failed = (error: unknown) => log.warn({ error }, 'imports left behind were not taken up');
      await importer.recover().catch(failed);
      const rounds = schedule('imports', '* * * * *', importer.recover, failed);
      return {
        async close() {
          await Promise.all([rounds.close(), importer.close()]);
        },
      };
    },
  };
}
