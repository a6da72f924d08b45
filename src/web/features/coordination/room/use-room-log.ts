import { useCallback, useEffect, useRef, useState } from 'react';
import type { ChatMessage } from '#contract/coordination/shapes.ts';
import { onHubEvent, onReconnected } from '#web/client/hub.ts';
import { callService } from '#web/client/services.ts';
import { shownLocale } from '#web/client/shown-locale.ts';
import { onSent } from '#web/features/coordination/unsent-messages.ts';
import { inReaderNames } from './reader-names.ts';
import {
  hasGap,
  openedLog,
  type RoomLog,
  withChange,
  withChanges,
  withNewer,
  withOlder,
} from './room-log.ts';

const pageSize = 60;
const mostChanges = 500;

export interface LiveRoomLog {
  log: RoomLog | null;
  error: unknown;
  /** A page is on its way. */
  loading: 'before' | 'after' | null;
  retry(): void;
  loadBefore(): Promise<void>;
  loadAfter(): Promise<void>;
  /** Shows what is around an entry, or the newest. */
  goTo(seq: number | null): Promise<void>;
  /** What an own action has made of a message. */
  take(message: ChatMessage): void;
}

/**
 * The messages of a room: opened around an entry or at its end, gone back and forth in by pages, and live. What a lost
 * connection or another server kept back is asked for; the order is the room's alone.
 */
export function useRoomLog(room: number, openAt: number | null): LiveRoomLog {
  const [log, setLog] = useState<RoomLog | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [loading, setLoading] = useState<LiveRoomLog['loading']>(null);
  const current = useRef<RoomLog | null>(null);
  const put = useCallback((next: RoomLog) => {
    current.current = next;
    setLog(next);
  }, []);

  const goTo = useCallback(
    async (seq: number | null) => {
      setError(null);
      try {
        const around = seq === null ? {} : { around: seq };
        put(openedLog(await callService('Coordination', 'GetMessages', { room, ...around, most: pageSize })));
      } catch (failure) {
        setError(failure);
      }
    },
    [room, put],
  );

  const catchUp = useCatchUp(room, current, put);
  const take = useCallback(
    (found: ChatMessage) => {
      const message = inReaderNames(found, shownLocale.get());
      const now = current.current;
      if (!now || message.room !== room) return;
      put(withChange(now, message));
      if (hasGap(now, message)) void catchUp();
    },
    [room, put, catchUp],
  );

  const [first] = useState(openAt);
  useEffect(() => {
    void goTo(first);
  }, [goTo, first]);
  useEffect(() => {
    const stops = [
      onHubEvent('chat', 'getChatMessage', take),
      onHubEvent('chat', 'getMilitaryChatMessage', take),
      onHubEvent('chat', 'chatMessageChanged', take),
      onReconnected('chat', () => void catchUp()),
      onSent(take),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [take, catchUp]);

  const busy = useRef(false);
  const page = async (which: 'before' | 'after') => {
    const now = current.current;
    const edge = which === 'before' ? now?.items[0]?.seq : now?.items.at(-1)?.seq;
    if (!now?.[which] || edge === undefined || busy.current) return;
    busy.current = true;
    setLoading(which);
    try {
      const found = await callService('Coordination', 'GetMessages', {
        room,
        [which]: edge,
        most: pageSize,
      });
      const latest = current.current ?? now;
      put(which === 'before' ? withOlder(latest, found) : withNewer(latest, found));
    } catch (failure) {
      setError(failure);
    } finally {
      busy.current = false;
      setLoading(null);
    }
  };

  return {
    log,
    error,
    loading,
    retry: () => void (current.current ? catchUp() : goTo(first)),
    loadBefore: () => page('before'),
    loadAfter: () => page('after'),
    goTo,
    take,
  };
}

/** Asks for what has happened since the last entry that is known, one asking at a time. */
function useCatchUp(room: number, current: { current: RoomLog | null }, put: (log: RoomLog) => void) {
  const asking = useRef(false);
  return useCallback(async () => {
    if (asking.current) return;
    asking.current = true;
    try {
      for (let more = true; more; ) {
        const now = current.current;
        if (!now) return;
        const found = await callService('Coordination', 'GetChanges', {
          room,
          since: now.known,
          most: mostChanges,
        });
        put(withChanges(current.current ?? now, found));
        more = found.more;
      }
    } catch {
      // The next word of the hub, or its next connection, asks again.
    } finally {
      asking.current = false;
    }
  }, [room, current, put]);
}
