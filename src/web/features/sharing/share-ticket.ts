import { shareMark } from '#domain/sharing/share-link.ts';

/** Where a share link leads. */
const path = '/permission/mapshow';

/** The link to what a ticket shows, on this server as it is reached now. */
export function shareAddress(ticket: string): string {
  return `${window.location.origin}${path}?${new URLSearchParams({ ticket })}`;
}

/** The ticket in the query of a page; null: there is none. */
export function ticketIn(query: URLSearchParams): string | null {
  const text = query.get('ticket');
  return text?.startsWith(shareMark) ? text : null;
}
