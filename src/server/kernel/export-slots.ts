import { PassThrough, type Readable } from 'node:stream';
import { AppError } from '#domain/text/errors.ts';

/** Files that are written while they are read: so many at once of one user, and of all. */
export interface ExportSlots {
  /** Counts a file of this user (null: nobody's) until the answer is called; `tooMany` where there are as many as there may be. */
  take(user: number | null): () => void;
}

export function createExportSlots(most: { ofUser: number; inAll: number }): ExportSlots {
  /** Whose files are under way. */
  const underWay: (number | null)[] = [];
  return {
    take(user) {
      const own = underWay.filter((one) => one === user).length;
      if (own >= most.ofUser) {
        const values = { most: most.ofUser };
        throw new AppError('tooMany', { key: 'transfer.export.tooManyOwn', values });
      }
      if (underWay.length >= most.inAll) {
        throw new AppError('tooMany', { key: 'transfer.export.tooMany', values: { most: most.inAll } });
      }
      underWay.push(user);
      let isReleased = false;
      return () => {
        if (isReleased) return;
        isReleased = true;
        underWay.splice(underWay.indexOf(user), 1);
      };
    },
  };
}

/** A file that nobody reads on for so long is broken off. */
export const unreadMs = 60_000;

/** The stream, broken off where nobody has read on for `mostMs`; `ended` is called once, however it ends. */
export function brokenOffUnread(stream: Readable, ended: () => void, mostMs = unreadMs): Readable {
  const passed = new PassThrough();
  let octets = 0;
  let octetsBefore = -1;
  stream.on('data', (part: Buffer | string) => {
    octets += part.length;
  });
  stream.pause();
  const timer = setInterval(() => {
    // What is slow to be written waits for nobody: only what lies there unread counts.
    if (octets === octetsBefore && passed.readableLength > 0) {
      passed.destroy(new Error('nobody reads this file any more'));
    }
    octetsBefore = octets;
  }, mostMs).unref();
  stream.on('error', (error) => passed.destroy(error));
  passed.on('close', () => {
    clearInterval(timer);
    stream.destroy();
    ended();
  });
  return stream.pipe(passed);
}
