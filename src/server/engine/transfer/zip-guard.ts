import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createInflateRaw } from 'node:zlib';
import { AppError } from '#domain/text/errors.ts';
import { mostUnpackedBytes } from './limits.ts';

/** A file inside a zip archive, from the archive's own directory. */
export interface ZipEntry {
  name: string;
  method: number;
  crc32: number;
  packedBytes: number;
  unpackedBytes: number;
  /** Of its local header. */
  offset: number;
}

const endSignature = 0x06054b50;
const entrySignature = 0x02014b50;
export const localSignature = 0x04034b50;
const mostEntries = 2_000;

/** The list of sheets is short: no more than this of its part is kept, in pieces as they are unpacked. */
const mostParts = 64;

/** An archive that is read where it lies: octets at a position, counted from 0, and a stream from `start` to `end`, both included. */
export interface Archive {
  size: number;
  at(position: number, length: number): Promise<Buffer>;
  stream(start: number, end: number): Readable;
}

export async function archiveOfFile(file: FileHandle, path: string): Promise<Archive> {
  return {
    size: (await file.stat()).size,
    async at(position, length) {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
      return buffer.subarray(0, bytesRead);
    },
    stream: (start, end) => createReadStream(path, { start, end }),
  };
}

export function archiveOfBytes(bytes: Uint8Array): Archive {
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return {
    size: all.length,
    at: async (position, length) => all.subarray(position, position + length),
    stream: (start, end) => Readable.from([all.subarray(start, end + 1)]),
  };
}

/**
 * Unpacks a workbook once and throws the result away, so that what reads it afterwards cannot be flooded; the names
 * of its sheets come along. Refuses what is no archive, has no sheets or unpacks to too much.
 */
export async function inspectWorkbook(path: string): Promise<{ sheets: string[] }> {
  const file = await open(path);
  try {
    const parts: Buffer[] = [];
    await unpack(await archiveOfFile(file, path), mostUnpackedBytes, ({ name }, chunk) => {
      if (name === 'xl/workbook.xml' && parts.length < mostParts) parts.push(chunk);
    });
    const xml = Buffer.concat(parts).toString('utf8');
    const sheets = [...xml.matchAll(/<(?:\w+:)?sheet\s[^>]*?\bname="([^"]*)"/g)].map(([, name]) =>
      unescaped(name ?? ''),
    );
    if (sheets.length === 0) throw notAWorkbook();
    return { sheets };
  } catch (error) {
    throw error instanceof AppError ? error : notAWorkbook(error);
  } finally {
    await file.close();
  }
}

/**
 * Unpacks all of an archive, in pieces, and keeps nothing of it. What is no archive throws; so does what unpacks to more
 * than `mostBytes`, with the text transfer.file.unpacked.
 */
export async function unpack(
  archive: Archive,
  mostBytes: number,
  seen: (entry: ZipEntry, chunk: Buffer) => void = () => undefined,
): Promise<void> {
  let unpacked = 0;
  for (const entry of await directoryOf(archive)) {
    const start = await dataStart(archive, entry);
    if (entry.packedBytes === 0) continue;
    const source = archive.stream(start, start + entry.packedBytes - 1);
    const count = new Writable({
      write(chunk: Buffer, _encoding, done) {
        unpacked += chunk.length;
        seen(entry, chunk);
        done(unpacked > mostBytes ? new AppError('validation', { key: 'transfer.file.unpacked' }) : null);
      },
    });
    if (entry.method === 8) await pipeline(source, createInflateRaw(), count);
    else if (entry.method === 0) await pipeline(source, count);
    else throw notAWorkbook();
  }
}

export async function directoryOf(archive: Archive): Promise<ZipEntry[]> {
  const { size } = archive;
  const tail = await bytesAt(archive, Math.max(0, size - 65_557), Math.min(size, 65_557));
  let end = tail.length - 22;
  while (end >= 0 && tail.readUInt32LE(end) !== endSignature) end -= 1;
  if (end < 0) throw notAWorkbook();
  const count = tail.readUInt16LE(end + 10);
  const length = tail.readUInt32LE(end + 12);
  const start = tail.readUInt32LE(end + 16);
  if (count > mostEntries || start + length > size) throw notAWorkbook();
  const directory = await bytesAt(archive, start, length);
  const entries: ZipEntry[] = [];
  for (let at = 0, i = 0; i < count; i += 1) {
    if (directory.readUInt32LE(at) !== entrySignature) throw notAWorkbook();
    const nameLength = directory.readUInt16LE(at + 28);
    entries.push({
      name: directory.toString('utf8', at + 46, at + 46 + nameLength),
      method: directory.readUInt16LE(at + 10),
      crc32: directory.readUInt32LE(at + 16),
      packedBytes: directory.readUInt32LE(at + 20),
      unpackedBytes: directory.readUInt32LE(at + 24),
      offset: directory.readUInt32LE(at + 42),
    });
    at += 46 + nameLength + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32);
  }
  return entries;
}

/** Where its packed bytes begin. */
export async function dataStart(archive: Archive, { offset }: ZipEntry): Promise<number> {
  const header = await bytesAt(archive, offset, 30);
  if (header.readUInt32LE(0) !== localSignature) throw notAWorkbook();
  return offset + 30 + header.readUInt16LE(26) + header.readUInt16LE(28);
}

async function bytesAt(archive: Archive, position: number, length: number): Promise<Buffer> {
  const bytes = await archive.at(position, length);
  if (bytes.length < length) throw notAWorkbook();
  return bytes;
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function unescaped(text: string): string {
  return text
    .replace(/&#(x?)([0-9a-f]+);/gi, (_, hex: string, code: string) =>
      String.fromCodePoint(Number.parseInt(code, hex ? 16 : 10)),
    )
    .replace(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => entities[name] ?? '');
}

function notAWorkbook(cause?: unknown): AppError {
  return new AppError('validation', { key: 'transfer.file.workbook' }, { cause });
}
