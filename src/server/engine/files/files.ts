import { join } from 'node:path';
import { AppError } from '#domain/text/errors.ts';
import type { Database } from '#server/db/database.ts';
import type { Catalogue } from '#server/engine/records/catalogue.ts';
import type { Records } from '#server/engine/records/records.ts';
import type { Config } from '#server/kernel/config.ts';
import type { Logger } from '#server/kernel/logger.ts';
import type { Parameters } from '#server/kernel/parameters.ts';
import { StartError } from '#server/kernel/start-error.ts';
import type { FileStore } from './file-store.ts';
import { createFolderStore } from './folder-store.ts';
import { createFileLinks } from './links.ts';
import { createRecordFiles } from './record-files.ts';
import type { FileRoutesDeps } from './routes.ts';
import { createS3Store } from './s3-store.ts';
import { createFileSweep, type FileSweep } from './sweep.ts';
import { createUploads, type Uploads } from './uploads.ts';

/** Where the bytes of files lie. Ends the start where the store cannot be used. */
export async function openFileStore(
  config: Pick<Config, 'dataFolder' | 'filesPlace'>,
): Promise<{ store: FileStore; uploads: Uploads }> {
  const place = config.filesPlace ?? { kind: 'folder' as const, folder: join(config.dataFolder, 'files') };
  const store: FileStore = place.kind === 'folder' ? createFolderStore(place.folder) : createS3Store(place);
  await store.check().catch((error: unknown) => {
    const address = place.kind === 'folder' ? place.folder : `${place.origin}/${place.bucket}`;
    throw new StartError('start.filesAway', { address, reason: reasonOf(error) }, { cause: error });
  });
  // On the same disk as the folder, so that a file gets its place by one rename.
  const base = place.kind === 'folder' ? place.folder : join(config.dataFolder, 'files');
  const uploads = createUploads(join(base, 'incoming'));
  await uploads.sweep();
  return { store, uploads };
}

/** Files of records: what their routes need. */
export function createFiles(deps: {
  store: FileStore;
  uploads: Uploads;
  records: Records;
  catalogue: Catalogue;
  database: Pick<Database, 'kysely' | 'locks' | 'transaction'>;
  parameters: Parameters;
  log: Logger;
  secret: string;
  clock: () => Date;
}): FileRoutesDeps & { sweep: FileSweep } {
  const { store, uploads, parameters, clock } = deps;
  const files = createRecordFiles(deps);
  const sweep = createFileSweep(deps);
  return { files, uploads, store, links: createFileLinks(deps.secret), parameters, clock, sweep };
}

function reasonOf(error: unknown): string {
  const cause = error instanceof AppError ? error.extra.cause : error;
  return cause instanceof Error ? cause.message : String(cause);
}
