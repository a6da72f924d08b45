import { once } from './written-once.ts';

/** How a protocol writes values, apart from the messages that they are in. */
export interface ValueWriter {
  /** One value, as it stands in a list. */
  writeValue(value: unknown): Uint8Array;
  /** Written values one after the other, as they stand in a list. */
  joinValues(written: readonly Uint8Array[]): Uint8Array;
}

/** Values that stand in many messages, one after the other: written once for each protocol, however many hold them. */
export interface Run<T = unknown> {
  readonly values: readonly T[];
  bytesFor(protocol: ValueWriter): Uint8Array;
}

/** What is written of each value while it lives, for each protocol that was asked for. */
const writtenValues = new Map<ValueWriter, WeakMap<object, Uint8Array>>();
const runsOf = new WeakMap<object, readonly Run[]>();

/** Each value is written once while it lives, in whatever runs it is: it must not change afterwards. */
export function runOf<T extends object>(values: readonly T[]): Run<T> {
  return {
    values,
    bytesFor: once((protocol: ValueWriter) => {
      const [only] = values;
      if (only && values.length === 1) return valueBytes(only, protocol);
      return protocol.joinValues(values.map((value) => valueBytes(value, protocol)));
    }),
  };
}

/** Writes values for the protocols that have been asked for, one at each step: the runs that hold them are then soon written. */
export function* writeAhead(values: Iterable<object>): Generator<void> {
  for (const value of values) {
    for (const protocol of writtenValues.keys()) valueBytes(value, protocol);
    yield;
  }
}

function valueBytes(value: object, protocol: ValueWriter): Uint8Array {
  let known = writtenValues.get(protocol);
  if (!known) {
    known = new WeakMap();
    writtenValues.set(protocol, known);
  }
  let bytes = known.get(value);
  if (!bytes) {
    bytes = protocol.writeValue(value);
    known.set(value, bytes);
  }
  return bytes;
}

/**
 * The values of these runs as a plain list. Where it is the last property of the last argument of an event, what is
 * written of the runs is copied into the message and not written again.
 */
export function listOf<T>(runs: readonly Run<T>[]): T[] {
  const list = ([] as T[]).concat(...runs.map(({ values }) => values));
  runsOf.set(list, runs);
  return list;
}

/** The runs with which arguments end, and the arguments without their values; null: they end in no such list. */
export function endingOf(args: readonly unknown[]): { runs: readonly Run[]; emptied: unknown[] } | null {
  const last = args.at(-1);
  if (typeof last !== 'object' || last === null) return null;
  const [name, list] = Object.entries(last).at(-1) ?? [];
  const runs = Array.isArray(list) ? runsOf.get(list)?.filter(({ values }) => values.length > 0) : undefined;
  if (name === undefined || !runs) return null;
  return { runs, emptied: [...args.slice(0, -1), { ...last, [name]: [] }] };
}
