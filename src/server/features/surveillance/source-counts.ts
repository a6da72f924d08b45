import { mergeNotes, type Noted, noteUnusable, type Reading } from '#domain/surveillance/track/reading.ts';
import type { Text } from '#domain/text/errors.ts';

/** What became of all that a source sent since it was switched on. */
export interface SourceCounts {
  /** Messages that could be read. */
  records: number;
  /** Those of them that gave a report. */
  understood: number;
  /** Messages without a report, by kind, a key of the catalogues. */
  others: ReadonlyMap<string, Noted>;
  /** Values that could not be used, by the field of the report. */
  unusable: ReadonlyMap<string, Noted>;
  /** What was not used, and why; each reason with the last values of its text. */
  reasons: readonly ReasonCount[];
}

/** Why something was not used, how often, and the first of it as it was sent; absent: it has none, or may not be shown. */
export interface ReasonCount {
  text: Text;
  count: number;
  example?: string;
}

/** The kind of a message without a report of which its format says no more. */
export const unnamedKind = 'track.other.unnamed';
/** Reasons that a transport or a format may invent are few; a source may not fill the memory with them. */
const mostReasons = 50;

export interface SourceTally {
  /** What was read of one message or piece of a stream. Answers with the messages without a report among it. */
  read(reading: Reading): ReadonlyMap<string, Noted>;
  /** What was read of a whole recording. */
  recorded(counts: SourceCounts): void;
  /** A message that was answered, and gives no report. */
  answered(kind: string, example: string): void;
  /** A value that was not used, of a report that was. */
  unusable(field: string, example: string): void;
  /** What was not used, with the values of its text. */
  reason(text: Text, by: number): void;
  counts(): SourceCounts;
  /** The first that came of what is not used for this reason, a key of the catalogues. */
  example(reason: string, example: string): void;
  /** Counts by reason, as the picture carries them. */
  byReason(): Record<string, number> | undefined;
}

/** Counts what a source sends, in bounded memory. */
export function createSourceTally(): SourceTally {
  let records = 0;
  let understood = 0;
  const others = new Map<string, Noted>();
  const unusable = new Map<string, Noted>();
  const reasons = new Map<string, ReasonCount>();
  const examples = new Map<string, string>();

  function exampleFor(key: string, example: string): void {
    if (!examples.has(key) && examples.size < mostReasons) examples.set(key, example);
  }

  function reason(text: Text, by: number): void {
    const known = reasons.get(text.key);
    if (known) {
      known.count += by;
      known.text = text;
    } else if (reasons.size < mostReasons) reasons.set(text.key, { text, count: by });
  }

  return {
    read(reading) {
      const { others: named, without } = withoutReport(reading);
      records += reading.records;
      understood += reading.records - without;
      mergeNotes(others, named);
      if (reading.unusable) mergeNotes(unusable, reading.unusable);
      for (const [key, example] of reading.examples ?? []) exampleFor(key, example);
      return named;
    },
    recorded(counts) {
      records += counts.records;
      understood += counts.understood;
      mergeNotes(others, counts.others);
      mergeNotes(unusable, counts.unusable);
      for (const { text, count, example } of counts.reasons) {
        reason(text, count);
        if (example !== undefined) exampleFor(text.key, example);
      }
    },
    answered(kind, example) {
      records += 1;
      mergeNotes(others, new Map([[kind, { count: 1, example }]]));
    },
    unusable: (field, example) => noteUnusable({ unusable }, field, example),
    reason,
    example: exampleFor,
    counts: () => ({
      ...{ records, understood, others, unusable },
      reasons: [...reasons.values()].map((one) => {
        const example = examples.get(one.text.key);
        return example === undefined ? one : { ...one, example };
      }),
    }),
    byReason() {
      if (reasons.size === 0) return undefined;
      return Object.fromEntries([...reasons].map(([key, { count }]) => [key, count]));
    },
  };
}

/** The counts of several servers as one; of each reason and kind the first example and text stay. */
export function sumOfCounts(counts: readonly SourceCounts[]): SourceCounts {
  const others = new Map<string, Noted>();
  const unusable = new Map<string, Noted>();
  const reasons = new Map<string, ReasonCount>();
  let [records, understood] = [0, 0];
  for (const one of counts) {
    records += one.records;
    understood += one.understood;
    mergeNotes(others, one.others);
    mergeNotes(unusable, one.unusable);
    for (const { text, count, example: own } of one.reasons) {
      const known = reasons.get(text.key);
      const example = known?.example ?? own;
      const all = count + (known?.count ?? 0);
      reasons.set(text.key, { text, count: all, ...(example === undefined ? {} : { example }) });
    }
  }
  return { records, understood, others, unusable, reasons: [...reasons.values()] };
}

/**
 * The messages of a reading that gave no report, by kind. A message may give several reports, and one that was refused
 * has its reason: what is left of the messages then gave none, and its format does not say of what kind it is.
 */
function withoutReport({ records, reports, errors, others = new Map() }: Reading): {
  others: ReadonlyMap<string, Noted>;
  without: number;
} {
  const named = [...others.values()].reduce((sum, { count }) => sum + count, 0);
  const withReport = Math.max(0, Math.min(reports.length, records - named));
  const without = records - withReport;
  const unnamed = without - named - errors.length;
  if (unnamed <= 0) return { others, without };
  return { others: new Map([...others, [unnamedKind, { count: unnamed, example: '' }]]), without };
}
