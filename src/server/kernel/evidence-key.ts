import { purposeKey } from './purpose-key.ts';

/** The private key (Ed25519, 32 octets) by which an installation signs evidence, derived from the server's secret: a new secret makes a new key. */
export const evidenceKeyOf = (secret: string): Uint8Array => purposeKey(secret, 'dossier');
