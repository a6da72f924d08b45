import type { RainPicture } from '#domain/surveillance/rain/rain-picture.ts';
import { cleanLine } from '#domain/text/clean.ts';
import type { Text } from '#domain/text/errors.ts';
import type { Report, ReportError } from './report.ts';

/** Why octets or a line are no report of their format. `Other` are reasons that one format alone has. */
export type ReadError<Other extends string = string> =
  | ReportError
  /** The end came before the message was whole. */
  | 'track.read.truncated'
  | 'track.read.length'
  /** A checksum or a parity does not agree. */
  | 'track.read.checksum'
  | 'track.read.syntax'
  /** A message of a kind that the format has and we do not read. */
  | 'track.read.unsupported'
  /** It was measured from a sensor of which it is not known where it stands. */
  | 'track.read.site'
  /** The message has more items than `mostItems`; those beyond are not read. */
  | 'track.read.tooMany'
  | Other;

/** What came of some octets of a source. */
export interface Reading {
  reports: Report[];
  /** Messages that could be read, those without a report (status, weather, half a position) too. */
  records: number;
  /** One for each message that could not, and for each report that no aircraft can have made. */
  errors: ReadError[];
  /** Pictures of a weather radar that ended in these octets; absent: none. */
  rain?: RainPicture[];
  /** Single values that no aircraft can have, by field: the rest of their records was used. Absent: none. */
  unusable?: Map<string, Noted>;
  /** Messages that were read and give no report, by their kind, a key of the catalogues. Absent: none. */
  others?: Map<string, Noted>;
  /** Of errors the first that came, as it was written, by the reason in `errors`. Absent: none. */
  examples?: Map<string, string>;
}

/** How often something came, and the first of it as it was written. */
export interface Noted {
  count: number;
  example: string;
}

/** Fields and kinds that one reading tells apart, and characters of an example. */
const mostNoted = 50;
const mostExampleLetters = 60;

function note(notes: Map<string, Noted>, name: string, example: string): Map<string, Noted> {
  const noted = notes.get(name);
  if (noted) noted.count += 1;
  else if (notes.size < mostNoted) {
    notes.set(name, { count: 1, example: cleanLine(example, mostExampleLetters) });
  }
  return notes;
}

/** Adds the counts of `more`; the first example of each stays. */
export function mergeNotes(notes: Map<string, Noted>, more: ReadonlyMap<string, Noted>): void {
  for (const [name, { count, example }] of more) {
    const noted = notes.get(name);
    if (noted) {
      noted.count += count;
      if (noted.example === '') noted.example = example;
    } else if (notes.size < mostNoted) notes.set(name, { count, example });
  }
}

/** Counts a value that could not be used: `field` as `Report` names it, `value` as it was sent. */
export function noteUnusable(into: Pick<Reading, 'unusable'>, field: string, value: string): void {
  into.unusable = note(into.unusable ?? new Map(), field, value);
}

/**
 * Counts a message that was read and gives no report: `kind` is a key of the catalogues, as `track.other.status`. It is one of
 * the `records`.
 */
export function noteOther(into: Reading, kind: string, example: string): void {
  into.others = note(into.others ?? new Map(), kind, example);
}

/** Counts a message that could not be read; `example` as it was sent, its beginning alone where it is long. */
export function noteError(into: Reading, reason: ReadError, example: string): void {
  into.errors.push(reason);
  into.examples ??= new Map();
  if (!into.examples.has(reason) && into.examples.size < mostNoted)
    into.examples.set(reason, cleanLine(example, mostExampleLetters));
}

/** Adds what another reading of the same octets noted. */
export function addNotes(into: Reading, { unusable, others }: Pick<Reading, 'unusable' | 'others'>): void {
  if (unusable) into.unusable = joined(into.unusable, unusable);
  if (others) into.others = joined(into.others, others);
}

function joined(notes: Map<string, Noted> | undefined, more: Map<string, Noted>): Map<string, Noted> {
  if (notes === undefined) return more;
  for (const [name, { count, example }] of more) {
    const noted = notes.get(name);
    if (noted) noted.count += count;
    else if (notes.size < mostNoted) notes.set(name, { count, example });
  }
  return notes;
}

/**
 * Reads what a source sends, in the order in which it comes: a datagram, or a piece of a stream. It remembers what a
 * format needs (half a message, the other half of a position) and never throws.
 */
export interface SourceDecoder {
  /** `sender`: who sent it, where one line has several (address and port of a datagram). */
  read(bytes: Uint8Array, receivedAtMs: number, sender?: string): Reading;
  /** The same in short steps, so that others have their turn in between. What is read is added to `into`. */
  steps(bytes: Uint8Array, receivedAtMs: number, into: Reading, sender?: string): Generator<void, void>;
  /** Why what comes is most likely of another edition than the source says; null: it reads well, or there is too little. */
  doubt(): Text | null;
}

/**
 * Items of one message that are read: rows of a list, lines, frames, records. The aircraft of the whole world are fewer,
 * and a message of empty items would keep the server busy for minutes.
 */
export const mostItems = 20_000;

/** The steps by which a format is read: yields before each step how many items it reads. `sender` '': there is one only. */
export type ReadSteps = (
  bytes: Uint8Array,
  receivedAtMs: number,
  into: Reading,
  sender: string,
) => Generator<number, void>;

/**
 * The decoder of a format. Of a message no more than `mostItems` are read, whatever the format; a piece of a stream is
 * short, and what follows it would not be understood without its end.
 */
export function decoderOf(
  read: ReadSteps,
  { isStream, doubt = () => null }: { isStream: boolean; doubt?: () => Text | null },
): SourceDecoder {
  function* steps(
    bytes: Uint8Array,
    receivedAtMs: number,
    into: Reading,
    sender = '',
  ): Generator<void, void> {
    let items = 0;
    for (const step of read(bytes, receivedAtMs, into, sender)) {
      items += step;
      if (items > mostItems && !isStream) {
        into.errors.push('track.read.tooMany');
        return;
      }
      yield;
    }
  }
  return {
    doubt,
    steps,
    read(bytes, receivedAtMs, sender) {
      const into = nothingRead();
      const reading = steps(bytes, receivedAtMs, into, sender);
      while (!reading.next().done);
      return into;
    },
  };
}

export const nothingRead = (): Reading => ({ reports: [], records: 0, errors: [] });
