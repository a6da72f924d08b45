import { sql as raw } from 'kysely';
import type { Records } from '#server/engine/records/records.ts';
import type { ChangeFeed } from '#server/kernel/changes.ts';
import type { Logger } from '#server/kernel/logger.ts';
import type { RecordFiles } from './record-files.ts';

/** A record that is purged takes its files along: their rows in its transaction, their bytes after the commit. */
export function purgeFilesAlong(deps: {
  records: Pick<Records, 'beforeCommit'>;
  files: Pick<RecordFiles, 'free'>;
  changes: ChangeFeed;
  log: Logger;
}): void {
  /** Contents that lost a file in a transaction which is not committed yet, by record. */
  const waiting = new Map<string, string[]>();

  deps.records.beforeCommit(async (transaction, announced) => {
    const purged = new Map<string, number[]>();
    for (const { resource, id, action } of announced) {
      if (action === 'purge') purged.set(resource, [...(purged.get(resource) ?? []), id]);
    }
    for (const [resource, ids] of purged) {
      const gone = await raw<{ recordId: number; sha256: string }>`
        delete from attachment where resource = ${resource} and record_id = any(${ids}::bigint[])
        returning record_id, sha256`.execute(transaction.sql);
      for (const { recordId, sha256 } of gone.rows) {
        const key = `${resource} ${recordId}`;
        waiting.set(key, [...(waiting.get(key) ?? []), sha256]);
      }
    }
  });

  deps.changes.subscribe(({ resource, id, action }) => {
    if (action !== 'purge') return;
    const contents = waiting.get(`${resource} ${id}`) ?? [];
    waiting.delete(`${resource} ${id}`);
    deps.files.free(contents).catch((error: unknown) => {
      // The rows are gone; bytes without a row harm nobody.
      deps.log.warn({ error, resource, id }, 'the bytes of purged files could not be removed');
    });
  });
}
