import { createHash } from 'node:crypto';

/** A key of 32 octets, drawn from the server's secret for one purpose: what it signs or seals is foreign to every other. */
export const purposeKey = (secret: string, purpose: string): Buffer =>
  createHash('sha256').update(`${purpose}\0${secret}`).digest();
