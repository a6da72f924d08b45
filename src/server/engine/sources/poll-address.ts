import type { Text } from '#domain/text/errors.ts';
import { numberOf, textOf } from '#domain/text/narrow.ts';
import type { NetworkGuard } from '#server/kernel/network-guard.ts';
import { createBackOff } from './back-off.ts';
import { conditionalGet, pollReason, type Validators } from './conditional-get.ts';

/** What a poll needs, and whom it tells. */
export interface Poll {
  guard: NetworkGuard;
  /** Null: the source has none. Throws where it cannot be opened. */
  password(): string | null;
  /** Where the record does not say: the interval from question to question, and how long an answer may take, s. */
  intervalS: number;
  timeoutS: number;
  /** The longest rest after failures, unless the interval is longer, s. */
  longestRestS: number;
  /** An answer that is new. Where it throws, the same is asked for again. */
  take(body: Uint8Array, lastModified: string | null): unknown;
  working(): void;
  failed(reason: Text): void;
}

/** Asks the address of a record (`url`, `userName`, `intervalS`, `timeoutS`) at its interval for what is new. */
export function pollAddress(record: Record<string, unknown>, poll: Poll): { close(): Promise<void> } {
  const intervalMs = (numberOf(record.intervalS) ?? poll.intervalS) * 1_000;
  const timeoutMs = (numberOf(record.timeoutS) ?? poll.timeoutS) * 1_000;
  const backOff = createBackOff(intervalMs, Math.max(poll.longestRestS * 1_000, intervalMs));
  const stop = new AbortController();
  let validators: Validators | null = null;
  let timer: NodeJS.Timeout | undefined;
  let asking: Promise<void> = Promise.resolve();

  async function ask(): Promise<void> {
    const startedAt = performance.now();
    // Not AbortSignal.any of AbortSignal.timeout: Node 20 collects such a timeout as garbage, and the source would wait for ever.
    const question = new AbortController();
    const giveUp = () => question.abort();
    const patience = setTimeout(giveUp, timeoutMs);
    stop.signal.addEventListener('abort', giveUp);
    try {
      const answer = await conditionalGet(textOf(record.url) ?? '', {
        guard: poll.guard,
        signal: question.signal,
        userName: textOf(record.userName),
        password: poll.password,
        validators,
      });
      if (stop.signal.aborted) return;
      if (answer.body) await poll.take(answer.body, answer.validators.lastModified);
      validators = answer.validators;
      backOff.reset();
      poll.working();
      if (!stop.signal.aborted)
        timer = setTimeout(begin, Math.max(0, intervalMs - (performance.now() - startedAt)));
    } catch (error) {
      if (stop.signal.aborted) return;
      validators = null;
      poll.failed(pollReason(error));
      backOff.again(begin);
    } finally {
      clearTimeout(patience);
      stop.signal.removeEventListener('abort', giveUp);
    }
  }

  function begin(): void {
    asking = ask();
  }

  begin();
  return {
    async close() {
      stop.abort();
      await asking;
      clearTimeout(timer);
      backOff.stop();
    },
  };
}
