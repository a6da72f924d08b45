import * as Y from 'yjs';
import type { MeetingView } from '#contract/meetings.ts';
import { isObject, stringOf } from '#domain/text/narrow.ts';
import { RequestError } from '#web/client/http.ts';
import { onHubEvent, onReconnected } from '#web/client/hub.ts';
import { newKey } from '#web/client/new-key.ts';
import { callService } from '#web/client/services.ts';
import { createStore, type Store } from '#web/client/store.ts';
import { fromBase64, toBase64 } from './base64.ts';
import { unsentStore } from './unsent-minutes.ts';

/** What is typed within this is sent together. */
const gatherMs = 200;
/** What a lost message of the hub left out is asked for after this at the latest, and what was not sent is sent. */
const askMs = 15_000;
/** Who writes where is told so often, and forgotten after three times as long. */
const pointMs = 5_000;

/** `waiting`: without a connection, or the server has no answer now. `refused`: it takes nothing more. */
export type MinutesState = 'loading' | 'saved' | 'saving' | 'waiting' | 'refused';

export interface Pointer {
  user: number;
  name: string;
  window: string;
  where: string;
  /** ms, by this page's clock. */
  at: number;
}

/** The shared minutes of a meeting on this page: everything typed is in the document at once, and stays on this machine until it is stored. */
export interface MinutesSession {
  doc: Y.Doc;
  state: Store<MinutesState>;
  /** Why it is `refused`. */
  failure: Store<unknown>;
  /** Where the others are writing. */
  pointers: Store<readonly Pointer[]>;
  /** Says where this window writes; null: nowhere. */
  point(where: string | null): void;
  /** Takes in nothing from others until the returned function is called: while characters are composed. */
  hold(): () => void;
  /** Sends what waits, now. */
  flush(): Promise<void>;
  close(): void;
}

const fromServer = 'server';

export function openMinutes(meeting: number, user: number): MinutesSession {
  const doc = new Y.Doc();
  const state = createStore<MinutesState>('loading');
  const failure = createStore<unknown>(null);
  const pointers = createStore<readonly Pointer[]>([]);
  const window = newKey();
  const stored = unsentStore(meeting, user, window);
  let unsent = stored.take();
  let sending: Promise<void> | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let closed = false;
  let synced = false;
  let holds = 0;
  let held: Uint8Array[] = [];
  let where: string | null = null;

  const take = (update: Uint8Array) => {
    if (holds > 0) held.push(update);
    else Y.applyUpdate(doc, update, fromServer);
  };

  async function send(): Promise<void> {
    while (unsent.length > 0 && !closed && state.get() !== 'refused') {
      // What is typed until the answer comes is behind these.
      const { length } = unsent;
      state.set('saving');
      try {
        await callService('Meeting', 'Write', { id: meeting, update: toBase64(Y.mergeUpdates(unsent)) });
        unsent = unsent.slice(length);
        stored.keep(unsent);
      } catch (error) {
        fail(error);
        return;
      }
    }
    if (synced && unsent.length === 0 && state.get() !== 'refused') state.set('saved');
  }

  function fail(error: unknown): void {
    const passing = [0, 429, 502, 503, 504];
    if (error instanceof RequestError && !passing.includes(error.statusCode)) {
      failure.set(error);
      state.set('refused');
    } else state.set('waiting');
  }

  const flush = (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    sending ??= send().finally(() => {
      sending = null;
    });
    return sending;
  };

  async function synchronise(): Promise<void> {
    if (closed || state.get() === 'refused') return;
    try {
      const stateVector = toBase64(Y.encodeStateVector(doc));
      const { update } = await callService('Meeting', 'Sync', { id: meeting, stateVector });
      if (closed) return;
      take(fromBase64(update));
      synced = true;
    } catch (error) {
      fail(error);
      return;
    }
    await flush();
  }

  for (const update of unsent) Y.applyUpdate(doc, update, fromServer);
  doc.on('update', (update: Uint8Array, origin: unknown) => {
    if (origin === fromServer) return;
    unsent.push(update);
    stored.keep(unsent);
    if (state.get() === 'saved') state.set('saving');
    timer ??= setTimeout(() => void flush(), gatherMs);
  });

  const tell = () => {
    void callService('Meeting', 'Point', { id: meeting, window, where }).catch(() => undefined);
  };
  const age = () => {
    const oldest = Date.now() - 3 * pointMs;
    if (pointers.get().some(({ at }) => at < oldest))
      pointers.set(pointers.get().filter(({ at }) => at >= oldest));
  };
  const stops = [
    onHubEvent('chat', 'getMinutesUpdate', (written) => {
      if (written.meeting === meeting) take(fromBase64(written.update));
    }),
    onHubEvent('chat', 'getMinutesPresence', (presence) => {
      if (presence.meeting !== meeting || presence.window === window) return;
      const others = pointers.get().filter((one) => one.window !== presence.window);
      const { user, name, where: there } = presence;
      pointers.set(
        there === null
          ? others
          : [...others, { user, name, window: presence.window, where: there, at: Date.now() }],
      );
    }),
    onReconnected('chat', () => void synchronise()),
  ];
  const asking = setInterval(() => void synchronise(), askMs);
  const pointing = setInterval(() => {
    age();
    if (where !== null) tell();
  }, pointMs);
  void synchronise();

  return {
    doc,
    state,
    failure,
    pointers,
    point(next) {
      if (where === next) return;
      where = next;
      tell();
    },
    hold() {
      holds += 1;
      let released = false;
      return () => {
        if (released) return;
        released = true;
        holds -= 1;
        if (holds > 0) return;
        const waiting = held;
        held = [];
        for (const update of waiting) Y.applyUpdate(doc, update, fromServer);
      };
    },
    flush,
    close() {
      if (where !== null) {
        where = null;
        tell();
      }
      // What was typed last goes out; what does not is kept and goes at the next visit.
      void flush().finally(() => {
        closed = true;
        doc.destroy();
      });
      clearInterval(asking);
      clearInterval(pointing);
      for (const stop of stops) stop();
    },
  };
}

/** Names of these users in the reader's language. */
export function writersOf({ people }: Pick<MeetingView, 'people'>, pointers: readonly Pointer[]): string[] {
  const users = new Map(pointers.map(({ user, name }) => [user, name]));
  return [...users].map(([user, name]) => people.find((one) => one.user === user)?.name ?? name);
}

/** What the refusal says of each place of the minutes. */
export function placesOf(error: unknown): [where: string, text: string][] {
  if (!isObject(error) || !isObject(error.errors)) return [];
  return Object.entries(error.errors).flatMap(([where, texts]) =>
    (Array.isArray(texts) ? texts : []).map((text): [string, string] => [where, stringOf(text) ?? '']),
  );
}
