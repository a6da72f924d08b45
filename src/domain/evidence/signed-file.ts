import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { PlatformDecoder } from '#domain/text/encoding.ts';
import { isObject } from '#domain/text/narrow.ts';
import { type EvidenceHead, headOf } from './heads.ts';
import { linesAltered } from './rooms-in-file.ts';
import { isSignatureOf, signatureOf } from './signature.ts';

/**
 * A file of evidence: JSON Lines, each line an entry with the SHA-256 over the hash of the line before it and its own octets,
 * the last one signed with Ed25519 by the installation's key. Hashes are over octets as they are in the file, so that any
 * changed octet is found, and nothing but this folder is needed to check it. The first entry says what the file is (heads.ts).
 */

/** What a dossier consists of, in the order of the file; the record of a room has `head`, `chat` and `end`. */
export const evidenceSections = [
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
export type EvidenceSection = (typeof evidenceSections)[number];

/** One entry before it is hashed. `value` is any JSON value. */
export interface EvidenceEntry {
  section: EvidenceSection;
  value: unknown;
}

export interface EvidenceWriter {
  /** The line of the next entry, with its line end. */
  line(entry: EvidenceEntry): string;
  /** The last line, signed. `leftOut`: sections that the exporter may not read. */
  end(leftOut: readonly string[]): string;
}

const signedText = (format: EvidenceHead['format'], hash: string) => `${format}\n${hash}`;

/** Writes the lines of one file; `privateKey`: 32 octets. */
export function createEvidenceWriter(format: EvidenceHead['format'], privateKey: Uint8Array): EvidenceWriter {
  let [seq, hash] = [0, ''];
  function hashed({ section, value }: EvidenceEntry): string {
    const text = JSON.stringify({ seq, section, value }).slice(0, -1);
    hash = hashOf(hash, utf8ToBytes(text));
    seq += 1;
    return `${text},"hash":"${hash}"`;
  }
  return {
    line: (entry) => `${hashed(entry)}}\n`,
    end(leftOut) {
      const text = hashed({ section: 'end', value: { entries: seq, leftOut } });
      return `${text},"signature":"${signatureOf(signedText(format, hash), privateKey)}"}\n`;
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
 * A problem in a line (from 1). `unreadable`: it is not an entry. `changed`: it differs from what was hashed. `missing`: entries
 * before it are absent, or it is in another place. `signature`: the signature is not of these entries. `cut`: the file ends before
 * its last entry. `added`: there is text behind the last entry. `head`: the first entry is not a head. `room`: the file is as it
 * was signed, but the room's record had been changed before it was exported.
 */
export interface EvidenceProblem {
  line: number;
  kind: 'unreadable' | 'changed' | 'missing' | 'signature' | 'cut' | 'added' | 'head' | 'room';
  /** Null: it could not be read. */
  section: EvidenceSection | null;
}

export interface EvidenceVerdict {
  /**
   * `intact`: nothing was changed since the key of the head signed it; whose key that is, the file itself cannot prove.
   * `roomChanged`: the same, but the rooms in it had been changed before.
   */
  state: 'intact' | 'roomChanged' | 'changed';
  /** The first of them; a change in one place may show in the next line, too. */
  problems: EvidenceProblem[];
  /** Null: there is none that could be read. */
  head: EvidenceHead | null;
  entries: readonly EvidenceEntry[];
}

/** Problems that are reported; after so many the file is something else altogether. */
const mostProblems = 20;

const lineEnd = 0x0a;
const ending = /^(.*),"hash":"([0-9a-f]{64})"(?:,"signature":"([0-9a-f]{128})")?\}$/s;

/** Checks the octets of a file: its chain, its order and its signature. It never throws. */
export function verifyEvidence(octets: Uint8Array): EvidenceVerdict {
  const problems: EvidenceProblem[] = [];
  const entries: EvidenceEntry[] = [];
  const add = (problem: EvidenceProblem) => {
    if (problems.length < mostProblems) problems.push(problem);
  };
  let head: EvidenceHead | null = null;
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
      head = section === 'head' ? headOf(value) : null;
      if (!head) add({ line, kind: 'head', section });
    }
    isEnded = section === 'end';
    // Of a chain that is broken the signature says nothing more.
    const isSignedHere = isEnded
      ? problems.length > 0 || isSigned(hash, signature, head)
      : signature === null;
    if (!isSignedHere) add({ line, kind: 'signature', section });
    if (at === -1) add({ line, kind: 'cut', section });
  }
  if (!isEnded) add({ line: line + 1, kind: 'cut', section: null });
  if (problems.length > 0) return { state: 'changed', problems, head, entries };
  for (const at of linesAltered(head, entries))
    add({ line: at, kind: 'room', section: entries[at - 1]?.section ?? null });
  return { state: problems.length > 0 ? 'roomChanged' : 'intact', problems, head, entries };
}

function isSigned(hash: string, signature: string | null, head: EvidenceHead | null): boolean {
  return (
    head !== null && signature !== null && isSignatureOf(signedText(head.format, hash), signature, head.key)
  );
}

interface ReadLine extends EvidenceEntry {
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

function isEntry(value: unknown): value is EvidenceEntry & { seq: number } {
  return (
    isObject(value) &&
    Number.isSafeInteger(value.seq) &&
    evidenceSections.some((one) => one === value.section) &&
    'value' in value
  );
}
