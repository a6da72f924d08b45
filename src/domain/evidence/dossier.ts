import { ed25519 } from '@noble/curves/ed25519.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { PlatformDecoder } from '#domain/text/encoding.ts';
import { isObject } from '#domain/text/narrow.ts';

/**
 * The dossier of a flight as a file: JSON Lines, each line an entry with the SHA-256 over the hash of the line before it and
 * its own octets, the last one signed with Ed25519 (RFC 8032) by the installation's key. Hashes are over octets as they stand
 * in the file, so that no octet can be another, and nothing but this module is needed to check it.
 */
export const dossierFormat = 'clearway dossier 1';

/** What a dossier consists of, in the order in which it stands in the file. */
export const dossierSections = [
  'head',
  'plan',
  'tasks',
  'versions',
  'operations',
  'decisions',
  'messages',
  'briefings',
  'tracks',
  'alerts',
  'orders',
  'detours',
  'chat',
  'end',
] as const;
export type DossierSection = (typeof dossierSections)[number];

/** The first entry of a dossier. Times are UTC, ISO 8601. */
export interface DossierHead {
  format: typeof dossierFormat;
  plan: { id: number; planNumber: string; callsign: string | null };
  madeAt: string;
  /** Who exported it: it holds what they may read, and no more. */
  madeBy: string;
  /** Of the product that wrote it. */
  version: string;
  /** The installation's public key, Ed25519, 64 hexadecimal digits. */
  key: string;
}

/** One entry before it is hashed. `value` is any JSON value. */
export interface DossierEntry {
  section: DossierSection;
  value: unknown;
}

export interface DossierWriter {
  /** The line of the next entry, with its end. */
  line(entry: DossierEntry): string;
  /** The last line, signed. `leftOut`: sections that are not in it, since whoever exported it may not read them. */
  end(leftOut: readonly string[]): string;
}

/** The public key that belongs to a private one of 32 octets: 64 hexadecimal digits. */
export const publicKeyOf = (privateKey: Uint8Array): string => bytesToHex(ed25519.getPublicKey(privateKey));

const signedText = (hash: string) => utf8ToBytes(`${dossierFormat}\n${hash}`);

/** Writes the lines of one dossier; `privateKey`: 32 octets. */
export function createDossierWriter(privateKey: Uint8Array): DossierWriter {
  let [seq, hash] = [0, ''];
  function hashed({ section, value }: DossierEntry): string {
    const text = JSON.stringify({ seq, section, value }).slice(0, -1);
    hash = hashOf(hash, utf8ToBytes(text));
    seq += 1;
    return `${text},"hash":"${hash}"`;
  }
  return {
    line: (entry) => `${hashed(entry)}}\n`,
    end(leftOut) {
      const text = hashed({ section: 'end', value: { entries: seq, leftOut } });
      return `${text},"signature":"${bytesToHex(ed25519.sign(signedText(hash), privateKey))}"}\n`;
    },
  };
}

function hashOf(previous: string, octets: Uint8Array): string {
  return bytesToHex(
    sha256
      .create()
      .update(utf8ToBytes(`${previous}\n`))
      .update(octets)
      .digest(),
  );
}

/**
 * What is wrong with a line (from 1). `unreadable`: it is no entry. `changed`: it is not what was hashed. `missing`: entries
 * that stood before it are not there, or it is not in its place. `signature`: the signature is not of these entries. `cut`: the file
 * ends before its last entry. `added`: something stands behind the last entry. `head`: the first entry is not that of a dossier.
 */
export interface DossierFault {
  line: number;
  kind: 'unreadable' | 'changed' | 'missing' | 'signature' | 'cut' | 'added' | 'head';
  /** Null: it could not be read. */
  section: DossierSection | null;
}

export interface DossierVerdict {
  /** Nothing was changed since the key of the head signed it. Whose key that is, the file itself cannot prove. */
  isWhole: boolean;
  /** The first of them; what is changed in one place may show in the next line, too. */
  faults: DossierFault[];
  /** Null: there is none that could be read. */
  head: DossierHead | null;
  entries: readonly DossierEntry[];
}

/** Faults that are told; after so many the file is something else altogether. */
const mostFaults = 20;

const lineEnd = 0x0a;
const ending = /^(.*),"hash":"([0-9a-f]{64})"(?:,"signature":"([0-9a-f]{128})")?\}$/s;

/** Checks the octets of a file: its chain, its order and its signature. It never throws. */
export function verifyDossier(octets: Uint8Array): DossierVerdict {
  const faults: DossierFault[] = [];
  const entries: DossierEntry[] = [];
  const add = (fault: DossierFault) => {
    if (faults.length < mostFaults) faults.push(fault);
  };
  let head: DossierHead | null = null;
  let previous = '';
  let expected = 0;
  let isEnded = false;
  let line = 0;
  for (let start = 0; start < octets.length; ) {
    line += 1;
    if (isEnded) {
      add({ line, kind: 'added', section: null });
      break;
    }
    const at = octets.indexOf(lineEnd, start);
    const end = at === -1 ? octets.length : at;
    const read = readLine(octets.subarray(start, end));
    start = end + 1;
    if (!read) {
      add({ line, kind: 'unreadable', section: null });
      expected += 1;
      continue;
    }
    const { seq, section, value, hash, signature } = read;
    if (seq !== expected) add({ line, kind: 'missing', section });
    else if (hashOf(previous, read.hashed) !== hash) add({ line, kind: 'changed', section });
    expected = seq + 1;
    previous = hash;
    entries.push({ section, value });
    if (line === 1) {
      head = headOf(section, value);
      if (!head) add({ line, kind: 'head', section });
    }
    isEnded = section === 'end';
    // Of a chain that is broken the signature says nothing more.
    const isSignedHere = isEnded ? faults.length > 0 || isSigned(hash, signature, head) : signature === null;
    if (!isSignedHere) add({ line, kind: 'signature', section });
    if (at === -1) add({ line, kind: 'cut', section });
  }
  if (!isEnded) add({ line: line + 1, kind: 'cut', section: null });
  return { isWhole: faults.length === 0, faults, head, entries };
}

function isSigned(hash: string, signature: string | null, head: DossierHead | null): boolean {
  if (!head || !signature) return false;
  try {
    return ed25519.verify(hexToBytes(signature), signedText(hash), hexToBytes(head.key), { zip215: false });
  } catch {
    return false;
  }
}

interface ReadLine extends DossierEntry {
  seq: number;
  hashed: Uint8Array;
  hash: string;
  signature: string | null;
}

function readLine(octets: Uint8Array): ReadLine | null {
  try {
    // Fatal, and with its mark: what decodes is exactly these octets.
    const text = new PlatformDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(octets);
    const [, hashed, hash, signature] = ending.exec(text) ?? [];
    if (hashed === undefined || hash === undefined) return null;
    const entry: unknown = JSON.parse(`${hashed}}`);
    if (!isEntry(entry)) return null;
    return { ...entry, hashed: utf8ToBytes(hashed), hash, signature: signature ?? null };
  } catch {
    return null;
  }
}

function isEntry(value: unknown): value is DossierEntry & { seq: number } {
  return (
    isObject(value) &&
    Number.isSafeInteger(value.seq) &&
    dossierSections.some((one) => one === value.section) &&
    'value' in value
  );
}

/** Is it a public key as a dossier names it? */
export const isDossierKey = (text: string): boolean => /^[0-9a-f]{64}$/.test(text);

function headOf(section: DossierSection, value: unknown): DossierHead | null {
  if (section !== 'head' || !isObject(value) || !isObject(value.plan)) return null;
  const { format, plan, madeAt, madeBy, version, key } = value;
  const { id, planNumber, callsign } = plan;
  if (
    format !== dossierFormat ||
    typeof id !== 'number' ||
    typeof planNumber !== 'string' ||
    !(callsign === null || typeof callsign === 'string') ||
    typeof madeAt !== 'string' ||
    typeof madeBy !== 'string' ||
    typeof version !== 'string' ||
    typeof key !== 'string' ||
    !isDossierKey(key)
  )
    return null;
  return { format, plan: { id, planNumber, callsign }, madeAt, madeBy, version, key };
}
