import { textOf } from '#domain/text/narrow.ts';
import type { Transport } from './feed.ts';

/** Takes what is posted to `/api/surveillance/{source}` (push-routes.ts). Each body is one datagram of the source. */
export const httpPush: Transport = {
  isStream: false,
  open(record, events, { now, pushes }) {
    const tokenHash = textOf(record.pushTokenHash);
    const line = events.line();
    if (tokenHash === null) events.failed({ key: 'track.push.noToken' });
    const remove = pushes.add(record.id, {
      tokenHash,
      receive(body, seenAt) {
        events.working();
        return line.bytes(body, now(), { seenAt });
      },
    });
    return {
      async close() {
        remove();
      },
    };
  },
};
