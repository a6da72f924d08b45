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
  packedBytes: number;
  unpackedBytes: number;
  /** Of its local header. */
  offset: number;
}

const endSignature = 0x06054b50;
const entrySignature = 0x02014b50;
const localSignature = 0x04034b50;
const mostEntries = 2_000;

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

/** Unpacks a workbook once and throws the result away, so that what reads it afterwards can't be flooded. */
export async function refuseFloods(path: string): Promise<void> {
  const file = await open(path);
  try {
    await unpack(await archiveOfFile(file, path), mostUnpackedBytes);
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
export async function unpack(archive: Archive, mostBytes: number): Promise<void> {
  let unpacked = 0;
  for (const entry of await directoryOf(archive)) {
    const start = await dataStart(archive, entry);
    if (entry.packedBytes === 0) continue;
    const source = archive.stream(start, start + entry.packedBytes - 1);
    const count = new Writable({
      write(chunk: Buffer, _encoding, done) {
        unpacked += chunk.length;
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
  const { count, length, start } = await directoryPlace(archive, tail.subarray(0, end + 22));
  if (count > mostEntries || start + length > size) throw notAWorkbook();
  const directory = await bytesAt(archive, start, length);
  const entries: ZipEntry[] = [];
  for (let at = 0, i = 0; i < count; i += 1) {
    if (directory.readUInt32LE(at) !== entrySignature) throw notAWorkbook();
    // Encrypted by the archive's own means.
    if (directory.readUInt16LE(at + 8) & 1)
      throw new AppError('validation', { key: 'transfer.file.encrypted' });
    const nameLength = directory.readUInt16LE(at + 28);
    const extraLength = directory.readUInt16LE(at + 30);
    const extra = directory.subarray(at + 46 + nameLength, at + 46 + nameLength + extraLength);
    const wide = wideNumbers(extra);
    const number = (place: number) => {
      const value = directory.readUInt32LE(place);
      return value === inWideNumbers ? wide() : value;
    };
    const unpackedBytes = number(at + 24);
    entries.push({
      name: directory.toString('utf8', at + 46, at + 46 + nameLength),
      method: directory.readUInt16LE(at + 10),
      packedBytes: number(at + 20),
      unpackedBytes,
      offset: number(at + 42),
    });
    at += 46 + nameLength + extraLength + directory.readUInt16LE(at + 32);
  }
  return entries;
}

const inWideNumbers = 0xffffffff;
const inWideCount = 0xffff;
const wideEndSignature = 0x06064b50;
const wideLocatorSignature = 0x07064b50;
const locatorBytes = 20;

interface DirectoryPlace {
  count: number;
  length: number;
  start: number;
}

/**
 * Where the directory lies, by the end record, which `tail` ends with. Numbers that it marks as too wide for it are in
 * the record of ZIP64 (APPNOTE 4.3.14, 4.4.1.4).
 */
async function directoryPlace(archive: Archive, tail: Buffer): Promise<DirectoryPlace> {
  const end = tail.length - 22;
  const narrow = {
    count: tail.readUInt16LE(end + 10),
    length: tail.readUInt32LE(end + 12),
    start: tail.readUInt32LE(end + 16),
  };
  const { count, length, start } = narrow;
  const isWide = count === inWideCount || length === inWideNumbers || start === inWideNumbers;
  if (!isWide) return narrow;
  const locator = end - locatorBytes;
  if (locator < 0 || tail.readUInt32LE(locator) !== wideLocatorSignature) throw notAWorkbook();
  const at = Number(tail.readBigUInt64LE(locator + 8));
  if (at > archive.size) throw notAWorkbook();
  const record = await bytesAt(archive, at, 56);
  if (record.readUInt32LE(0) !== wideEndSignature) throw notAWorkbook();
  const wide = (place: number) => Number(record.readBigUInt64LE(place));
  return {
    count: count === inWideCount ? wide(32) : count,
    length: length === inWideNumbers ? wide(40) : length,
    start: start === inWideNumbers ? wide(48) : start,
  };
}

/** Numbers of 64 bits that some programs write though they need not, one after the other (APPNOTE 4.5.3). */
function wideNumbers(extra: Buffer): () => number {
  let at = 0;
  while (at + 4 <= extra.length && extra.readUInt16LE(at) !== 1) at += 4 + extra.readUInt16LE(at + 2);
  at += 4;
  return () => {
    if (at + 8 > extra.length) throw notAWorkbook();
    const value = Number(extra.readBigUInt64LE(at));
    at += 8;
    return value;
  };
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

function notAWorkbook(cause?: unknown): AppError {
  return new AppError('validation', { key: 'transfer.file.workbook' }, { cause });
}
