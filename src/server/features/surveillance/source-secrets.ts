import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

/** Passwords of sources as they are stored: sealed under the server's own secret, and never told to anybody. */
export interface SourceSecrets {
  seal(password: string): string;
  /** Throws where it was sealed under another secret. */
  open(sealed: string): string;
}

const nonceOctets = 12;
const tagOctets = 16;

/** AES-256-GCM: nonce, tag, text, in base64url. */
export function createSourceSecrets(serverSecret: string): SourceSecrets {
  const key = createHash('sha256').update(`surveillanceSource\0${serverSecret}`).digest();
  return {
    seal(password) {
      const nonce = randomBytes(nonceOctets);
      const cipher = createCipheriv('aes-256-gcm', key, nonce);
      const text = Buffer.concat([cipher.update(password, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64url');
    },
    open(sealed) {
      const octets = Buffer.from(sealed, 'base64url');
      const decipher = createDecipheriv('aes-256-gcm', key, octets.subarray(0, nonceOctets));
      decipher.setAuthTag(octets.subarray(nonceOctets, nonceOctets + tagOctets));
      const text = [decipher.update(octets.subarray(nonceOctets + tagOctets)), decipher.final()];
      return Buffer.concat(text).toString('utf8');
    },
  };
}
