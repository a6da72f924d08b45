import type { FastifyInstance } from 'fastify';
import { AppError } from '#domain/text/errors.ts';
import type { Caller } from '#server/kernel/caller.ts';

interface Line {
  working: number;
  waiting: (() => void)[];
}

/**
 * Of one session `atOnce` requests are worked on at once, and `mostWaiting` wait for them, in order: whoever asks much waits
 * behind themselves, and leaves the database to everybody else. What comes beyond those is refused with `tooMany`.
 * Register it after the caller is known.
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

/** Resolves when it is this one's turn; never for whoever goes before that. */
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
