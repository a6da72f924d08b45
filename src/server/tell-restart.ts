import type { Records } from './engine/records/records.ts';
import { writeLog } from './features/watch-log/write-log.ts';
import type { Logger } from './kernel/logger.ts';
import type { ServerNotices } from './kernel/server-notices.ts';

/** Whoever looks at a map is told for so long, unless they have seen it. */
const toldMs = 5 * 60_000;

/**
 * After a crash: every map and wall says that the server was started again, the log of the watch and that of the process keep
 * it. `crashedAt`, UTC ms: by whoever started it (scripts/supervise.ts), the last one is that of this start.
 */
export async function tellRestart(deps: {
  crashedAt: readonly number[];
  notices: Pick<ServerNotices, 'say'>;
  records: Records;
  clock: () => Date;
  log: Logger;
}): Promise<void> {
  const { crashedAt, notices, records, log } = deps;
  const stoppedAt = crashedAt.at(-1);
  if (stoppedAt === undefined) return;
  const now = deps.clock();
  const seconds = Math.max(0, Math.round((now.getTime() - stoppedAt) / 1_000));
  log.warn({ crashes: crashedAt.length, seconds }, 'the server was started again after a crash');
  notices.say({
    id: 'restarted',
    text: { key: 'watch.notice.restarted', values: { seconds } },
    at: now.getTime(),
    lastsMs: toldMs,
  });
  await records
    .transaction((transaction) =>
      writeLog(records, transaction, {
        at: now.toISOString(),
        kind: 'serverRestarted',
        text: { key: 'watch.log.serverRestarted', values: { seconds } },
      }),
    )
    .catch((error: unknown) => log.warn({ error }, 'the log of the watch does not tell of the new start'));
}
