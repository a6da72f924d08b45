/** What was sent in the last while, in its order: for a client that came a moment too late to hear it. */
export interface Recent<T> {
  /** How many have been noted so far; the next has this number. */
  readonly count: number;
  note(entry: T, nowMs: number): void;
  /**
   * What was noted from `sinceMs` on and before the entry of number `before`; null: some of it is not known any more.
   *
   * @param sinceMs monotonic, ms, as of `note`
   */
  between(sinceMs: number, before: number): T[] | null;
  /** What was sent until now is not known here: others may have sent what never came. */
  forget(nowMs: number): void;
}

/** @param most entries are kept, none of them for longer than `keepMs` */
export function createRecent<T>(keepMs: number, most: number, startedMs: number): Recent<T> {
  let kept: { entry: T; atMs: number }[] = [];
  let count = 0;
  let knownFromMs = startedMs;

  function dropOld(nowMs: number): void {
    const first = kept.findIndex(({ atMs }) => nowMs - atMs < keepMs);
    const old = Math.max(first < 0 ? kept.length : first, kept.length - most);
    const last = kept[old - 1];
    if (!last) return;
    kept = kept.slice(old);
    // Of the same moment others may be left: it is not whole any more.
    knownFromMs = Math.max(knownFromMs, last.atMs + 1);
  }

  return {
    get count() {
      return count;
    },
    note(entry, nowMs) {
      kept.push({ entry, atMs: nowMs });
      count += 1;
      // Each entry is moved once in a while, not at every note.
      if (kept.length > 2 * most || nowMs - (kept[0]?.atMs ?? nowMs) > 2 * keepMs) dropOld(nowMs);
    },
    between(sinceMs, before) {
      if (sinceMs < knownFromMs) return null;
      const first = count - kept.length;
      return kept
        .slice(0, Math.max(0, before - first))
        .flatMap(({ entry, atMs }) => (atMs >= sinceMs ? [entry] : []));
    },
    forget(nowMs) {
      kept = [];
      knownFromMs = nowMs;
    },
  };
}
