import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { callService } from '#web/client/services.ts';
import { changeOpenRooms, roomsRead } from '#web/features/coordination/coordination-queries.ts';

/** A message is read when it has been in sight for this long, ms. */
const readMs = 600;

/** Whether somebody can see this page now. */
function useLookedAt(): boolean {
  const [looked, setLooked] = useState(() => document.visibilityState === 'visible');
  useEffect(() => {
    const follow = () => setLooked(document.visibilityState === 'visible');
    document.addEventListener('visibilitychange', follow);
    return () => document.removeEventListener('visibilitychange', follow);
  }, []);
  return looked;
}

/** Tells the server how far the user has read. `seq`: the newest message in sight; null: it is not in sight. */
export function useMarkRead(room: number, seq: number | null, readSeq: number): void {
  const client = useQueryClient();
  const looked = useLookedAt();
  const told = useRef(readSeq);
  useEffect(() => {
    if (!looked || seq === null || seq <= told.current) return;
    const timer = setTimeout(() => {
      told.current = seq;
      callService('Coordination', 'MarkRead', { room, seq }).then(
        (answer) => changeOpenRooms(client, (list) => roomsRead(list, room, answer.readSeq)),
        () => {
          // It is told with the next message, or when the room is opened again.
          told.current = readSeq;
        },
      );
    }, readMs);
    return () => clearTimeout(timer);
  }, [client, room, seq, looked, readSeq]);
}
