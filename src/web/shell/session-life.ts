import type { OutputOf } from '#contract/services.ts';

/** The limits are live: even a session that has long to live is looked at now and then. */
const longestS = 300;
/** While the warning stands, somebody may come back in another tab. */
const warnedS = 5;

/** What to warn of now, and in how many seconds to look again; null: the server did not answer. */
export function nextLook(life: OutputOf<'MyAccount', 'GetLife'> | null): {
  warn: 'idle' | 'age' | null;
  afterS: number;
} {
  if (life === null) return { warn: null, afterS: 60 };
  const { endsInS, warnS } = life;
  const idleEndsInS = life.idleEndsInS ?? Number.POSITIVE_INFINITY;
  const left = Math.min(endsInS, idleEndsInS);
  // A moment past its end, so that the answer is that it has ended.
  if (left <= warnS)
    return { warn: idleEndsInS < endsInS ? 'idle' : 'age', afterS: Math.min(warnedS, left + 1) };
  return { warn: null, afterS: Math.min(longestS, Math.max(1, left - warnS)) };
}
