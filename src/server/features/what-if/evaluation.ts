import type { Difference } from '#domain/what-if/changes.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Hypothesis } from './hypothesis.ts';

/** What an evaluation reads by: the installation as it is, and as it would be. */
export interface Evaluation {
  /** UTC ms. */
  fromMs: number;
  toMs: number;
  hypothesis: Hypothesis;
  differences: readonly Difference[];
  before: Side;
  after: Side;
  /** Awaited between pieces of work: reports how much of the part is done (0 to 1), and throws once the evaluation is to end. */
  progressed(part: number): Promise<void>;
  signal: AbortSignal;
}

export interface Side {
  sql: Sql;
  /** Every parameter by its key. */
  parameters: ReadonlyMap<string, string>;
}
