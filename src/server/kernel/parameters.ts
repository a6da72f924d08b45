/** The figures an administrator may change (`param` page), by key. */
export interface Parameters {
  /** Throws when the key is unknown or holds no number: a rule must not run on a guess. */
  number(key: string): Promise<number>;
  text(key: string): Promise<string>;
  all(): Promise<ReadonlyMap<string, string>>;
}
