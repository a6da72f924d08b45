import { createSigned } from '#server/kernel/signed.ts';

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
  sign(claims: TicketClaims): Promise<string>;
  /** Null: not one of ours, or its days are over. Whether its registration still stands is the database's to say. */
  read(text: string, now: Date): Promise<TicketClaims | null>;
}

export function createTickets(secret: string): Tickets {
  const signed = createSigned(secret, 'registration ticket');
  return {
    async sign({ registration, series, expiresAt }) {
      return `${ticketMark}${await signed.sign({ registration, series }, expiresAt)}`;
    },

    async read(text, now) {
      if (!text.startsWith(ticketMark)) return null;
      const read = await signed.read(text.slice(ticketMark.length), now);
      if (typeof read === 'string') return null;
      const { registration, series } = read.claims;
      return { registration: Number(registration), series: Number(series), expiresAt: read.expiresAt };
    },
  };
}
