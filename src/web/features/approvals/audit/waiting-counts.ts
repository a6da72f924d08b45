import { auditsAnything } from './audit-desk-paths.ts';
import { useAuditInbox } from './audit-queries.ts';

const nothing: Record<string, number> = {};

/** How many records wait for the user, by resource; nothing is asked for who decides on nothing. */
export function useWaitingCounts(): Record<string, number> {
  const { data } = useAuditInbox({ resource: undefined, accept: '0', most: 1 }, auditsAnything());
  return data?.waiting ?? nothing;
}
