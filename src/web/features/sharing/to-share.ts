/** What a link is made to. */
export type ToShare =
  | { kind: 'plan' | 'airspace'; id: number }
  /** `from` and `to`, UTC ms: of a recorded track; without them it is live. */
  | { kind: 'track'; track: string; from?: number; to?: number };
