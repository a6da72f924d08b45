import { sql as raw } from 'kysely';
import type { RecordRule } from '#server/engine/records/record-rules.ts';
import type { Logger } from '#server/kernel/logger.ts';
import { type ContentsDeps, freeContents } from './contents.ts';

/** A record that is purged takes its files along: their rows in its transaction, their bytes after the commit. */
export function purgedFiles({ log, ...deps }: ContentsDeps & { log: Logger }): RecordRule {
  return {
    phase: 'follow',
    name: 'files of purged records',
    actions: ['purge'],
    async close({ transaction, changes }) {
      const contents: string[] = [];
      for (const resource of new Set(changes.map((change) => change.resource))) {
        const ids = changes.filter((change) => change.resource === resource).map(({ id }) => id);
        const gone = await raw<{ sha256: string }>`
          delete from attachment where resource = ${resource} and record_id = any(${ids}::bigint[])
          returning sha256`.execute(transaction.sql);
        contents.push(...gone.rows.map(({ sha256 }) => sha256));
      }
      if (contents.length === 0) return;
      transaction.afterCommit(() => {
        freeContents(deps, contents).catch((error: unknown) => {
          // The rows are gone; bytes without a row harm nobody.
          log.warn({ error }, 'the bytes of purged files could not be removed');
        });
      });
    },
  };
}
