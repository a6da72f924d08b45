/**
 * What a table has under a name that somebody else gave. An object answers to names that nobody wrote into it
 * (`constructor`, `toString`): those are none.
 */
export function own<T>(table: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}
