import { ed25519 } from '@noble/curves/ed25519.js';
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';

/** Ed25519 (RFC 8032). Private keys have 32 octets; public keys are 64 and signatures 128 hexadecimal digits. */
export const publicKeyOf = (privateKey: Uint8Array): string => bytesToHex(ed25519.getPublicKey(privateKey));

export const isPublicKey = (text: string): boolean => /^[0-9a-f]{64}$/.test(text);

export const signatureOf = (text: string, privateKey: Uint8Array): string =>
  bytesToHex(ed25519.sign(utf8ToBytes(text), privateKey));

/** Whether a signature of a text is of this public key; false where one of them is unreadable. */
export function isSignatureOf(text: string, signature: string, key: string): boolean {
  try {
    return ed25519.verify(hexToBytes(signature), utf8ToBytes(text), hexToBytes(key), { zip215: false });
  } catch {
    return false;
  }
}
