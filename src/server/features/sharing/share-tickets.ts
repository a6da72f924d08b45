import { createHash, randomBytes } from 'node:crypto';
import { shareMark } from '#domain/sharing/share-link.ts';

/** Octets of chance in a ticket: nobody guesses one, so a fast hash of it is enough. */
const octets = 24;

/** A new ticket: told once, stored as its hash. */
export function newShareTicket(): { ticket: string; tokenHash: string } {
  const ticket = `${shareMark}${randomBytes(octets).toString('base64url')}`;
  return { ticket, tokenHash: hashOf(ticket) };
}

/** Null: it is no ticket of a share link. */
export function ticketHash(text: string): string | null {
  return text.startsWith(shareMark) && text.length <= 100 ? hashOf(text) : null;
}

function hashOf(ticket: string): string {
  return createHash('sha256').update(ticket).digest('hex');
}
