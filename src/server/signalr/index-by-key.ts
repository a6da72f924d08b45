/** A set of items for each key; a key without items does not exist. */
export function createIndex<K, T>() {
  const sets = new Map<K, Set<T>>();
  return {
    add(key: K, item: T) {
      const known = sets.get(key);
      if (known) known.add(item);
      else sets.set(key, new Set([item]));
    },
    remove(key: K, item: T) {
      const known = sets.get(key);
      if (known?.delete(item) && known.size === 0) sets.delete(key);
    },
    *of(keys: Iterable<K>): Generator<T> {
      for (const key of keys) yield* sets.get(key) ?? [];
    },
  };
}
