import * as Y from 'yjs';
import { type AgendaItem, contentOf } from '#domain/meetings/minutes-document.ts';
import { unsentPrefix } from '#web/client/unsent.ts';
import { fromBase64, toBase64 } from './base64.ts';

/**
 * Text of minutes that has not reached the server, in local storage. Each window has its own key, so that two windows do not
 * overwrite each other; the next session of the user takes what is there.
 */
const placeOf = (meeting: number, user: number) => `${unsentPrefix}minutes.${user}.${meeting}`;

export interface UnsentStore {
  /** What earlier and other windows left; from now on this window is responsible for it. */
  take(): Uint8Array[];
  keep(unsent: readonly Uint8Array[]): void;
}

export function unsentStore(meeting: number, user: number, window: string): UnsentStore {
  const key = `${placeOf(meeting, user)}.${window}`;
  const keep = (unsent: readonly Uint8Array[]) => {
    try {
      if (unsent.length === 0) localStorage.removeItem(key);
      else localStorage.setItem(key, toBase64(Y.mergeUpdates([...unsent])));
      return true;
    } catch {
      // In a full storage nothing survives the visit; the page itself still has it.
      return false;
    }
  };
  return {
    take() {
      const found = keysOf(meeting, user);
      const unsent = readAll(found);
      if (keep(unsent)) for (const other of found) if (other !== key) localStorage.removeItem(other);
      return unsent;
    },
    keep,
  };
}

/** Text of one place in the minutes as this user left it. */
export interface UnsentText {
  item: string;
  kind: 'notes' | 'decisions' | 'tasks';
  text: string;
}

/** What of the unsent text is not in the minutes; `stored`: the whole document of the server. */
export function unsentTexts(
  { id, agenda }: { id: number; agenda: readonly AgendaItem[] },
  user: number,
  stored: Uint8Array,
): UnsentText[] {
  const doc = new Y.Doc();
  Y.applyUpdate(doc, stored);
  const before = contentOf(doc, agenda);
  for (const update of readAll(keysOf(id, user))) Y.applyUpdate(doc, update);
  return contentOf(doc, agenda).flatMap(({ title, key, notes, ...entries }) => {
    const was = before.find((item) => item.key === key);
    const changed = (kind: UnsentText['kind'], text: string, known: readonly string[]) =>
      text === '' || known.includes(text) ? [] : [{ item: title, kind, text }];
    return [
      ...changed('notes', notes, [was?.notes ?? '']),
      ...(['decisions', 'tasks'] as const).flatMap((kind) =>
        entries[kind].flatMap(({ text }) => changed(kind, text, was?.[kind].map((one) => one.text) ?? [])),
      ),
    ];
  });
}

export function hasUnsent(meeting: number, user: number): boolean {
  return keysOf(meeting, user).length > 0;
}

export function discardUnsent(meeting: number, user: number): void {
  for (const key of keysOf(meeting, user)) localStorage.removeItem(key);
}

function keysOf(meeting: number, user: number): string[] {
  const place = placeOf(meeting, user);
  try {
    return Object.keys(localStorage).filter((key) => key === place || key.startsWith(`${place}.`));
  } catch {
    return [];
  }
}

/** The updates in these keys; one that is damaged is passed over. */
function readAll(keys: readonly string[]): Uint8Array[] {
  return keys.flatMap((key) => {
    try {
      const update = fromBase64(localStorage.getItem(key) ?? '');
      Y.applyUpdate(new Y.Doc(), update);
      return [update];
    } catch {
      return [];
    }
  });
}
