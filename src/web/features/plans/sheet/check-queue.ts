/**
 * Questions of which only a few may be on their way at once: the one looked at now goes before the others, and a question
 * that has changed before its turn is asked in its new form only.
 */
export interface CheckQueue {
  /** Puts a question under this name; the old one of the name, if it still waits, is forgotten. */
  put(name: string, ask: () => Promise<void>, first: boolean): void;
  /** Forgets what still waits under other names. */
  keep(names: ReadonlySet<string>): void;
  clear(): void;
}

export function createCheckQueue(atOnce: number): CheckQueue {
  const waiting = new Map<string, { ask: () => Promise<void>; first: boolean }>();
  let running = 0;
  function next(): void {
    while (running < atOnce && waiting.size > 0) {
      const [name] = [...waiting].find(([, { first }]) => first) ?? [...waiting][0] ?? [];
      if (name === undefined) return;
      const question = waiting.get(name);
      waiting.delete(name);
      if (!question) continue;
      running += 1;
      void question
        .ask()
        .catch(() => undefined)
        .finally(() => {
          running -= 1;
          next();
        });
    }
  }
  return {
    put(name, ask, first) {
      waiting.delete(name);
      waiting.set(name, { ask, first });
      next();
    },
    keep(names) {
      for (const name of waiting.keys()) if (!names.has(name)) waiting.delete(name);
    },
    clear: () => waiting.clear(),
  };
}
