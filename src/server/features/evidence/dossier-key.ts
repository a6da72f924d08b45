import { purposeKey } from '#server/kernel/purpose-key.ts';

/** The private key (Ed25519, 32 octets) of an installation's dossiers, drawn from the server's secret: it lives as long as that. */
export const dossierKeyOf = (secret: string): Uint8Array => purposeKey(secret, 'dossier');
