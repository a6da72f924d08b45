import { isObject, numberOf } from '#domain/text/narrow.ts';
import type { Values } from '#web/engine/record-validator.ts';

/** What was typed into a form and not saved: it survives the browser, not the account. */
export interface Draft {
  /** UTC, ISO 8601. */
  at: string;
  /** Of the record that it began from; null: a new one. */
  version: number | null;
  /** Fields as they were left; null where one was emptied. */
  changes: Values;
}

/** Newer ones push out the oldest; an older one is of no use any more; a larger one is not worth the room. */
const limits = { count: 30, days: 14, characters: 200_000 };
const prefix = 'draft:';

type Place = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

export interface Drafts {
  read(resource: string, id: number | null): Draft | null;
  /** False where there is no room for it. */
  write(resource: string, id: number | null, draft: Draft): boolean;
  drop(resource: string, id: number | null): void;
}

/** The drafts of one user. What others left in this browser, and what is too old, goes when they are first asked for. */
export function createDrafts(place: Place, user: number, now: () => number): Drafts {
  const own = `${prefix}${user}:`;
  const keyOf = (resource: string, id: number | null) => `${own}${resource}:${id ?? 'new'}`;
  for (const key of keysOf(place)) {
    const draft = key.startsWith(own) ? parse(place.getItem(key)) : null;
    if (!draft || now() - Date.parse(draft.at) > limits.days * 86_400_000) place.removeItem(key);
  }
  const oldestFirst = () => keysOf(place).sort((a, b) => timeOf(place.getItem(a)) - timeOf(place.getItem(b)));
  return {
    read: (resource, id) => parse(place.getItem(keyOf(resource, id))),
    write(resource, id, draft) {
      const text = JSON.stringify(draft);
      const key = keyOf(resource, id);
      if (text.length > limits.characters) {
        place.removeItem(key);
        return false;
      }
      const others = oldestFirst().filter((one) => one !== key);
      for (const old of others.slice(0, Math.max(0, others.length - limits.count + 1))) place.removeItem(old);
      try {
        place.setItem(key, text);
        return true;
      } catch {
        // The browser's room is used up: the form works on without a draft.
        return false;
      }
    },
    drop: (resource, id) => place.removeItem(keyOf(resource, id)),
  };
}

function keysOf(place: Place): string[] {
  const keys: string[] = [];
  for (let index = 0; index < place.length; index += 1) {
    const key = place.key(index);
    if (key?.startsWith(prefix)) keys.push(key);
  }
  return keys;
}

function timeOf(text: string | null): number {
  return Date.parse(parse(text)?.at ?? '') || 0;
}

function parse(text: string | null): Draft | null {
  if (text === null) return null;
  try {
    const value: unknown = JSON.parse(text);
    if (!isObject(value) || typeof value.at !== 'string' || !isObject(value.changes)) return null;
    return {
      at: value.at,
      version: numberOf(value.version),
      changes: value.changes,
    };
  } catch {
    return null;
  }
}
