import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { isSignatureOf, publicKeyOf, signatureOf } from '#domain/evidence/signature.ts';
import { canonicalText } from './difference.ts';
import type { ConfigurationItem, ConfigurationSection } from './item.ts';

export const configurationFormat = 'clearway-configuration';
/** Grows when a file of the new form could not be read by an older product. */
export const configurationVersion = 1;

/** What the file says of itself. Times are UTC ISO 8601. */
export interface ConfigurationHead {
  format: typeof configurationFormat;
  version: number;
  /** The name that the administrator gave the installation. */
  installation: string;
  productVersion: string;
  madeAt: string;
  madeBy: string;
  sections: ConfigurationSection[];
}

export interface ConfigurationContent extends ConfigurationHead {
  items: ConfigurationItem[];
}

export interface ConfigurationFile extends ConfigurationContent {
  /** SHA-256 of head and items, hexadecimal. */
  hash: string;
  /** Public key (Ed25519) of the installation that exported the file, and its signature of the hash. */
  key: string;
  signature: string;
}

export function contentHash(file: ConfigurationContent): string {
  const { format, version, installation, productVersion, madeAt, madeBy, sections, items } = file;
  const content = { format, version, installation, productVersion, madeAt, madeBy, sections, items };
  return bytesToHex(sha256(utf8ToBytes(canonicalText(content))));
}

const signedText = (hash: string) => `${configurationFormat}\n${hash}`;

export function signConfiguration(content: ConfigurationContent, privateKey: Uint8Array): ConfigurationFile {
  const hash = contentHash(content);
  const signature = signatureOf(signedText(hash), privateKey);
  return { ...content, hash, key: publicKeyOf(privateKey), signature };
}

/**
 * `own`: exported here. `other`: exported by another installation, whose key an administrator can compare with it. `changed`: the
 * file was changed after its export.
 */
export type FileOrigin = 'own' | 'other' | 'changed';

export function originOf(file: ConfigurationFile, ownKey: string): FileOrigin {
  if (contentHash(file) !== file.hash) return 'changed';
  if (!isSignatureOf(signedText(file.hash), file.signature, file.key)) return 'changed';
  return file.key === ownKey ? 'own' : 'other';
}
