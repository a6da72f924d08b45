import type { FastifyInstance } from 'fastify';
import { AppError } from '#domain/text/errors.ts';
import type { Caller } from '#server/kernel/caller.ts';

interface Line {
  working: number;
  waiting: (() => void)[];
}

/**
 * Works on at most `atOnce` requests of a session at once. Up to `mostWaiting` more wait in order, so that a client that sends
 * many delays only itself; any beyond those are refused with `tooMany`. Register it after the caller is known.
 */
export function limitRequestsUnderWay(
  app: FastifyInstance,
  {
    atOnce,
    mostWaiting,
    sessionOf,
  }: {
    atOnce: number;
    mostWaiting: number;
    /** null: of nobody, and not limited here. */
    sessionOf(caller: Caller | null): string | null;
  },
): void {
  const lines = new Map<string, Line>();

  app.addHook('onRequest', async ({ caller }, { raw }) => {
    const key = sessionOf(caller);
    if (!key || raw.closed) return;
    const line = lines.get(key) ?? { working: 0, waiting: [] };
    lines.set(key, line);
    if (line.working < atOnce) line.working += 1;
    else if (line.waiting.length < mostWaiting) await turnIn(line, raw);
    else
      throw new AppError('tooMany', {
        key: 'common.tooManyUnderWay',
        values: { most: atOnce + mostWaiting },
      });
    raw.once('close', () => {
      const next = line.waiting.shift();
      if (next) next();
      else {
        line.working -= 1;
        if (line.working === 0) lines.delete(key);
      }
    });
  });
}

/** Resolves when it is this request's turn; never if the client leaves first. */
function turnIn({ waiting }: Line, answer: NodeJS.EventEmitter): Promise<void> {
  return new Promise((resolve) => {
    const leave = () => {
      const place = waiting.indexOf(go);
      if (place >= 0) waiting.splice(place, 1);
    };
    const go = () => {
      answer.off('close', leave);
      resolve();
    };
    answer.once('close', leave);
    waiting.push(go);
  });
}
