import type { EntryKind } from './kinds.ts';

/** One thing that happened in a room, as its record keeps it. */
export interface RecordEntry {
  /** Of the room. */
  room: number;
  seq: number;
  kind: EntryKind;
  /** The message that it is about; of a message its own number. */
  about: number;
  /** Null: the server. */
  author: number | null;
  authorName: string;
  /** UTC, ISO 8601 with milliseconds. */
  at: string;
  clientId: string | null;
  body: Record<string, unknown>;
}

/**
 * The text over which an entry is hashed, after the hash of the entry before it ('' for the first): JSON whose members are
 * sorted by name, without white space (RFC 8785 for the values that occur here).
 */
export function hashedText(previousHash: string, entry: RecordEntry): string {
  const { room, seq, kind, about, author, authorName, at, clientId, body } = entry;
  return `${previousHash}\n${canonical({ room, seq, kind, about, author, authorName, at, clientId, body })}`;
}

/** JSON of a value in one spelling: members sorted by name, those that are undefined left out. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((one) => canonical(one ?? null)).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`);
  return `{${members.join(',')}}`;
}
