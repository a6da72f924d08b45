import { pollAddress } from '#server/engine/sources/poll-address.ts';
import type { LineDeps, OpenLine, SourceLine } from './source-line.ts';

/** Asks an address at an interval for what is new. What could not be stored is asked for again. */
export function openPoll(line: SourceLine, { guard, password }: LineDeps): OpenLine {
  const { take, working, failed } = line;
  return pollAddress(line.record, {
    guard,
    password,
    intervalS: 60,
    timeoutS: 20,
    longestRestS: 600,
    take(body, lastModified) {
      const at = Date.parse(lastModified ?? '');
      return take(body, Number.isNaN(at) ? null : at);
    },
    working,
    failed,
  });
}
