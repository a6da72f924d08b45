import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { purposeKey } from './purpose-key.ts';

/** Secrets as they are stored: sealed under the server's own, with AES-256-GCM: nonce, tag and text in base64url. */
export interface Seal {
  /** `owner`: for whom alone it opens again. */
  close(secret: Buffer, owner?: string): string;
  /** Throws where it was sealed under another secret, or for another owner. */
  open(sealed: string, owner?: string): Buffer;
}

const nonceOctets = 12;
const tagOctets = 16;

/** What is sealed for one purpose does not open for another. */
export function createSeal(serverSecret: string, purpose: string): Seal {
  const key = purposeKey(serverSecret, purpose);
  return {
    close(secret, owner = '') {
      const nonce = randomBytes(nonceOctets);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(owner));
      const text = Buffer.concat([cipher.update(secret), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64url');
    },
    open(sealed, owner = '') {
      const octets = Buffer.from(sealed, 'base64url');
      const decipher = createDecipheriv('aes-256-gcm', key, octets.subarray(0, nonceOctets))
        .setAAD(Buffer.from(owner))
        .setAuthTag(octets.subarray(nonceOctets, nonceOctets + tagOctets));
      return Buffer.concat([decipher.update(octets.subarray(nonceOctets + tagOctets)), decipher.final()]);
    },
  };
}
