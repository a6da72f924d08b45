import { pollAddress } from '#server/engine/sources/poll-address.ts';
import type { Transport } from './feed.ts';

/** Asks an address at an interval. Each answer is one datagram of the source; one that is unchanged is stepped over. */
export const httpPoll: Transport = {
  isStream: false,
  open(record, { line: openLine, working, failed }, { guard, now, password }) {
    const line = openLine();
    return pollAddress(record, {
      guard,
      password,
      intervalS: 5,
      timeoutS: 10,
      longestRestS: 60,
      take: (body) => line.bytes(body, now()),
      working,
      failed,
    });
  },
};
