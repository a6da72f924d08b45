import { type ReactNode, useEffect } from 'react';
import { useNavigate } from 'react-router';
import { roomsBeside, useRoomWays } from '#web/features/coordination/room-ways.ts';
import { useDeskKeys } from '#web/ui/desk-keys.ts';
import { onDemand } from '#web/ui/on-demand.tsx';

const RoomsPanel = onDemand(async () => (await import('./rooms-panel.tsx')).RoomsPanel);

/** Whoever `may` has the rooms beside the map of this page: the sign in the header opens them, and R. Null: they are closed. */
export function useRoomsBeside(may: boolean): ReactNode {
  const navigate = useNavigate();
  const { open, rooms, closed } = useRoomWays();
  useEffect(() => {
    roomsBeside.set(may);
    return () => roomsBeside.set(false);
  }, [may]);
  useDeskKeys({ r: () => void navigate(open ? closed : rooms) }, may);
  return open && <RoomsPanel open={open} />;
}
