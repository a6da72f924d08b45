import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** What every ticket begins with: it travels where a session's token does, and is told apart from one by this. */
export const ticketMark = 'cwr_';

export interface TicketClaims {
  /** The record of the registration. */
  registration: number;
  /** Grows when the applicant asks for a new ticket: those before are over. */
  series: number;
  expiresAt: Date;
}

export interface Tickets {
  sign(claims: TicketClaims): string;
  /** Null: not one of ours, or its days are over. Whether its registration still stands is the database's to say. */
  read(text: string, now: Date): TicketClaims | null;
}

/** `cwr_{registration}.{series}.{seconds}.{HMAC-SHA256}` in base 36 and base64url: it fits into an address. */
export function createTickets(secret: string): Tickets {
  const key = createHash('sha256').update(`registration ticket\0${secret}`).digest();
  const mac = (body: string) => createHmac('sha256', key).update(body).digest();

  return {
    sign({ registration, series, expiresAt }) {
      const seconds = Math.floor(expiresAt.getTime() / 1000);
      const body = [registration, series, seconds].map((number) => number.toString(36)).join('.');
      return `${ticketMark}${body}.${mac(body).toString('base64url')}`;
    },

    read(text, now) {
      const parts = /^cwr_(([0-9a-z]{1,11})\.([0-9a-z]{1,6})\.([0-9a-z]{1,8}))\.([A-Za-z0-9_-]{43})$/.exec(
        text,
      );
      const [, body = '', registration = '', series = '', seconds = '', given = ''] = parts ?? [];
      const said = Buffer.from(given, 'base64url');
      const ours = mac(body);
      if (!parts || said.length !== ours.length || !timingSafeEqual(said, ours)) return null;
      const expiresAt = new Date(Number.parseInt(seconds, 36) * 1000);
      if (expiresAt <= now) return null;
      return {
        registration: Number.parseInt(registration, 36),
        series: Number.parseInt(series, 36),
        expiresAt,
      };
    },
  };
}
