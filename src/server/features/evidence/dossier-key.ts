import { createHash } from 'node:crypto';

/** The private key (Ed25519, 32 octets) of an installation's dossiers, drawn from the server's secret: it lives as long as that. */
export const dossierKeyOf = (secret: string): Uint8Array =>
  createHash('sha256').update(`dossier\0${secret}`).digest();
