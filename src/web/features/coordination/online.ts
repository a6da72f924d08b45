import { createStore, useStore } from '#web/client/store.ts';

/** Who is connected now, as the hub has last said; null: it has not spoken yet. */
export const onlineUsers = createStore<ReadonlySet<number> | null>(null);

/** Whether somebody is connected: as the hub says, else as they were when they were listed. */
export function useOnline(): (user: { id: number; online: boolean }) => boolean {
  const known = useStore(onlineUsers);
  return ({ id, online }) => known?.has(id) ?? online;
}
