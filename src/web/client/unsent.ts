/** What begins so in local storage has not reached the server yet: signing out leaves it there. */
export const unsentPrefix = 'clearway.unsent.';

/** Clears the storage but for what would be lost with it: reports that wait for a connection. */
export function clearButUnsent(storage: Storage): void {
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index));
  for (const key of keys) if (key !== null && !key.startsWith(unsentPrefix)) storage.removeItem(key);
}
