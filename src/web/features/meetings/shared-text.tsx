import { type KeyboardEvent, useCallback, useEffect, useId, useLayoutEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import * as Y from 'yjs';
import type { MeetingView } from '#contract/meetings.ts';
import { changeOf } from '#domain/meetings/text-change.ts';
import { useStore } from '#web/client/store.ts';
import { pressedKey } from '#web/ui/composing.ts';
import { type MinutesSession, writersOf } from './minutes-session.ts';

interface Props {
  /** Whose people write. */
  meeting: Pick<MeetingView, 'people'>;
  session: MinutesSession;
  text: Y.Text;
  /** `notes/k1`: what the others are told. */
  where: string;
  label: string;
  placeholder?: string;
  maxLength: number;
  disabled?: boolean;
  /** Lines that it has at least. */
  rows?: number;
}

/**
 * A text that several write in at once. What is typed goes into the shared text as the change that it is, so that two who
 * write in one paragraph both keep their words; the caret stays where it was between the letters that others change.
 */
export function SharedText({
  meeting,
  session,
  text,
  where,
  label,
  placeholder,
  maxLength,
  disabled,
  rows = 1,
}: Props) {
  const { t } = useTranslation();
  const box = useRef<HTMLTextAreaElement>(null);
  const release = useRef<(() => void) | null>(null);
  const writersId = useId();
  const local = useMemo(() => ({}), []);
  const undo = useMemo(() => new Y.UndoManager(text, { trackedOrigins: new Set([local]) }), [text, local]);
  const writers = useStore(session.pointers).filter((one) => one.where === where);
  const names = writersOf(meeting, writers);

  const grow = useCallback(() => {
    const { current } = box;
    if (!current) return;
    current.style.height = 'auto';
    current.style.height = `${current.scrollHeight + 2}px`;
  }, []);

  useLayoutEffect(() => {
    const { current } = box;
    if (!current) return;
    current.value = text.toString();
    grow();
    const follow = (event: Y.YTextEvent, transaction: Y.Transaction) => {
      if (transaction.origin === local) return;
      const from = movedBy(event.delta, current.selectionStart);
      const to = movedBy(event.delta, current.selectionEnd);
      current.value = text.toString();
      if (document.activeElement === current) current.setSelectionRange(from, to);
      grow();
    };
    text.observe(follow);
    return () => text.unobserve(follow);
  }, [text, local, grow]);

  useEffect(
    () => () => {
      release.current?.();
      undo.destroy();
    },
    [undo],
  );

  const typed = () => {
    const { current } = box;
    if (!current) return;
    const change = changeOf(text.toString(), current.value, current.selectionEnd);
    grow();
    if (!change) return;
    session.doc.transact(() => {
      if (change.remove > 0) text.delete(change.at, change.remove);
      if (change.insert) text.insert(change.at, change.insert);
    }, local);
  };
  const composed = () => {
    typed();
    release.current?.();
    release.current = null;
  };
  const keys = (event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
    const key = pressedKey(event).toLowerCase();
    // The browser's own would take back what others wrote.
    if (key === 'z' && !event.shiftKey) undo.undo();
    else if (key === 'y' || (key === 'z' && event.shiftKey)) undo.redo();
    else return;
    event.preventDefault();
  };

  return (
    <div className="meeting-text" data-written={names.length > 0}>
      <textarea
        ref={box}
        className="cw-input"
        aria-label={label}
        aria-describedby={names.length > 0 ? writersId : undefined}
        placeholder={placeholder}
        maxLength={maxLength}
        rows={rows}
        readOnly={disabled}
        onInput={typed}
        onKeyDown={keys}
        onCompositionStart={() => {
          release.current ??= session.hold();
        }}
        onCompositionEnd={composed}
        onFocus={() => session.point(where)}
        onBlur={() => {
          composed();
          session.point(null);
        }}
      />
      <span id={writersId} className="meeting-writers">
        {names.length > 0 && t('meetings.writing', { names: names.join(t('meetings.and')) })}
      </span>
    </div>
  );
}

/** Where a place of a text is after a change by others. */
export function movedBy(delta: Y.YTextEvent['delta'], place: number): number {
  let at = 0;
  let moved = place;
  for (const { retain = 0, insert, delete: removed = 0 } of delta) {
    if (at > moved) break;
    at += retain;
    if (typeof insert === 'string') {
      // What others put in just where the caret stands comes after it.
      if (at < moved) moved += insert.length;
      at += insert.length;
    }
    if (removed > 0 && at < moved) moved = Math.max(at, moved - removed);
  }
  return moved;
}
