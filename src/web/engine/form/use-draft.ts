import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { currentUser } from '#web/client/session.ts';
import type { Values } from '#web/engine/record-validator.ts';
import { createDrafts, type Draft } from './drafts.ts';

/** Typing is written down when it rests this long, and at once when the page is hidden. */
const restMs = 500;

interface Options {
  /** Of what: a record type, or a form that has a draft of its own. */
  resource: string;
  id: number | null;
  /** Of the record that the changes were made from; null: a new one. */
  version: number | null;
  /** What differs from the record; nothing: there is no draft to keep. */
  changes: Values;
}

/**
 * Keeps what is typed as a draft of this user, and gives back the one that was left behind when the form was opened.
 * While that one is neither restored nor discarded nothing is written over it.
 */
export function useDraft({ resource, id, version, changes }: Options) {
  const user = currentUser.get()?.actor.userId;
  const drafts = useMemo(
    () => (user === undefined ? null : createDrafts(window.localStorage, user, Date.now)),
    [user],
  );
  const [found, setFound] = useState<Draft | null>(() => drafts?.read(resource, id) ?? null);
  const held = found !== null;
  const ended = useRef(false);
  const text = JSON.stringify(changes);

  useEffect(() => {
    if (!drafts || held) return;
    const write = () => {
      clearTimeout(timer);
      if (ended.current) return;
      const now: Values = JSON.parse(text);
      if (Object.keys(now).length === 0) drafts.drop(resource, id);
      else drafts.write(resource, id, { at: new Date().toISOString(), version, changes: now });
    };
    const timer = setTimeout(write, restMs);
    const hidden = () => {
      if (document.visibilityState === 'hidden') write();
    };
    document.addEventListener('visibilitychange', hidden);
    window.addEventListener('pagehide', write);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', hidden);
      window.removeEventListener('pagehide', write);
    };
  }, [drafts, held, resource, id, version, text]);

  /** The draft has served: it was restored into the form. */
  const settle = useCallback(() => setFound(null), []);
  /** Saved, or left on purpose: there is nothing to come back to. */
  const drop = useCallback(() => {
    ended.current = true;
    drafts?.drop(resource, id);
  }, [drafts, resource, id]);
  /** The form goes on with something new, as after "save and new". */
  const resume = useCallback(() => {
    ended.current = false;
  }, []);
  /** The one that was found is not wanted. */
  const discard = useCallback(() => {
    drop();
    resume();
    settle();
  }, [drop, resume, settle]);
  return { found, settle, drop, resume, discard };
}

export type FormDraft = ReturnType<typeof useDraft>;

/** A field that the draft had emptied is emptied again. */
export function restoredValues(changes: Values): Values {
  return Object.fromEntries(Object.entries(changes).map(([field, value]) => [field, value ?? undefined]));
}
