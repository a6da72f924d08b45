/** A statement is prepared once it has been asked this often: what is written for one occasion is not kept. */
const often = 5;
/** Texts that are counted, and statements that each connection keeps, at most. */
const mostCounted = 2_000;
const mostPrepared = 400;

/** Names under which connections keep statements that come again and again: parsed and planned once for all times. */
export interface PreparedNames {
  /** The name of this statement; undefined: it is not worth one yet. */
  of(text: string): string | undefined;
  /** A table has changed: every statement is prepared anew, under another name. */
  forget(): void;
}

export function createPreparedNames(): PreparedNames {
  const counts = new Map<string, number>();
  const names = new Map<string, string>();
  let made = 0;
  return {
    of(text) {
      const known = names.get(text);
      if (known !== undefined || names.size >= mostPrepared) return known;
      const count = (counts.get(text) ?? 0) + 1;
      if (count < often) {
        if (counts.size >= mostCounted) counts.clear();
        counts.set(text, count);
        return undefined;
      }
      counts.delete(text);
      made += 1;
      const name = `clearway_${made}`;
      names.set(text, name);
      return name;
    },
    forget: () => names.clear(),
  };
}
