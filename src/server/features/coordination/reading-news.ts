import type { HubEvents } from '#contract/hub.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Logger } from '#server/kernel/logger.ts';
import type { Hub } from '#server/signalr/hub-definition.ts';
import { membersOf, type RoomOfKind } from './membership.ts';

/** Reading is told together for this long. */
const gatherMs = 1_000;
/** In a room of more, everybody's reading told to everybody would be most of what is sent. */
export const mostReaders = 100;

/** Tells the members of a room how far others have read. */
export interface ReadingNews {
  read(room: RoomOfKind, user: number, readSeq: number): void;
  close(): Promise<void>;
}

export function createReadingNews(deps: {
  sql: Sql;
  hub: () => Pick<Hub<HubEvents>, 'users'>;
  clock: () => Date;
  log: Logger;
}): ReadingNews {
  const { sql, hub, clock, log } = deps;
  const rooms = new Map<
    number,
    { room: RoomOfKind; readers: Map<number, { readSeq: number; readAt: string }> }
  >();
  let timer: NodeJS.Timeout | undefined;
  let telling: Promise<void> = Promise.resolve();

  async function tellAll(): Promise<void> {
    timer = undefined;
    const gathered = [...rooms.values()];
    rooms.clear();
    for (const { room, readers } of gathered) {
      const members = await membersOf(sql, room);
      if (members.length > mostReaders) continue;
      const told = [...readers].map(([userId, read]) => ({ userId, ...read }));
      hub().users(members).send('chatRead', { room: room.id, readers: told });
    }
  }

  return {
    read(room, user, readSeq) {
      const { readers } = rooms.get(room.id) ?? { readers: new Map() };
      readers.set(user, { readSeq, readAt: clock().toISOString() });
      rooms.set(room.id, { room, readers });
      timer ??= setTimeout(() => {
        telling = tellAll().catch((error: unknown) => log.warn({ error }, 'reading was not told'));
      }, gatherMs).unref();
    },
    async close() {
      clearTimeout(timer);
      await telling;
    },
  };
}
