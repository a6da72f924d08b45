import { constants } from 'node:fs';
import { type FileHandle, lstat, open, realpath } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { Text } from '#domain/text/errors.ts';

/** How much of a recording is read at most; what is larger is refused, not cut. */
export interface RecordingLimits {
  fileMib: number;
  /** Of a packed one once it is unpacked. */
  unpackedMib: number;
  /** Reports and datagrams of one recording, which are held in memory while it plays. */
  reports: number;
}

export const recordingLimits: RecordingLimits = { fileMib: 256, unpackedMib: 512, reports: 300_000 };

const mib = 1024 * 1024;
const chunkBytes = 64 * 1024;

/** Why a recording is not played, for whoever set the source up. */
export class RecordingError extends Error {
  constructor(readonly text: Text) {
    super(text.key);
  }
}

/** Is it the name of a file below the recordings folder? Not by a path from the root, and nowhere upwards. */
function isRecordingName(name: string): boolean {
  return name.split(/[/\\]/).every((part) => !['', '.', '..'].includes(part)) && !name.includes('\0');
}

/**
 * What is wrong with the name of a recording, and with the file where it is there already; null: nothing. One that is
 * not there yet may still be copied: that is told when it is to be played.
 */
export async function recordingError(
  folder: string,
  name: string,
  limits: RecordingLimits,
): Promise<Text | null> {
  try {
    await (await openRecording(folder, name, limits)).close();
    return null;
  } catch (error) {
    if (!(error instanceof RecordingError)) throw error;
    return error.text.key === 'track.recording.missing' ? null : error.text;
  }
}

/**
 * Opens a regular file below the folder: no link, no device and no pipe, which nobody waits for, and nothing that a
 * link on the way leads out of the folder. Throws a RecordingFault.
 */
export async function openRecording(
  folder: string,
  name: string,
  limits: RecordingLimits,
): Promise<FileHandle> {
  if (!isRecordingName(name)) throw new RecordingError({ key: 'track.recording.name' });
  const notRegular = () => new RecordingError({ key: 'track.recording.notRegular', values: { file: name } });
  let handle: FileHandle | null = null;
  try {
    const within = await realpath(folder);
    const file = path.join(within, name);
    const parent = await realpath(path.dirname(file));
    if (parent !== within && !parent.startsWith(within + path.sep)) throw notRegular();
    // Asked before, too: to open a device alone can do something.
    const place = path.join(parent, path.basename(file));
    if (!(await lstat(place)).isFile()) throw notRegular();
    handle = await open(place, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    const stat = await handle.stat();
    if (!stat.isFile()) throw notRegular();
    if (stat.size > limits.fileMib * mib) throw tooLarge(limits);
    return handle;
  } catch (error) {
    await handle?.close();
    throw error instanceof RecordingError ? error : errorOf(name, error);
  }
}

function errorOf(name: string, error: unknown): RecordingError {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'error';
  if (code === 'ENOENT' || code === 'ENOTDIR') {
    return new RecordingError({ key: 'track.recording.missing', values: { file: name } });
  }
  if (code === 'ELOOP')
    return new RecordingError({ key: 'track.recording.notRegular', values: { file: name } });
  return new RecordingError({ key: 'track.recording.unreadable', values: { file: name, reason: code } });
}

function tooLarge(limits: RecordingLimits): RecordingError {
  return new RecordingError({ key: 'track.recording.tooLarge', values: { most: limits.fileMib } });
}

/** The bytes of an open recording as they are read, unpacked where its name says that it is packed. */
export async function* bytesOf(
  handle: FileHandle,
  name: string,
  limits: RecordingLimits,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const packed = /\.gz$/i.test(name);
  const most = (packed ? limits.unpackedMib : limits.fileMib) * mib;
  // One byte more than may be: it tells a file that has grown since it was opened.
  const file = handle.createReadStream({
    autoClose: false,
    highWaterMark: chunkBytes,
    end: limits.fileMib * mib,
  });
  const stream = packed ? pipeline(file, createGunzip({ chunkSize: chunkBytes }), () => {}) : file;
  let size = 0;
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      signal.throwIfAborted();
      size += chunk.length;
      if (size > most) {
        throw packed
          ? new RecordingError({ key: 'track.recording.unpacked', values: { most: limits.unpackedMib } })
          : tooLarge(limits);
      }
      yield chunk;
    }
  } catch (error) {
    if (error instanceof RecordingError || signal.aborted) throw error;
    const isZip = error instanceof Error && 'code' in error && String(error.code).startsWith('Z_');
    throw isZip ? new RecordingError({ key: 'track.recording.packed' }) : errorOf(name, error);
  } finally {
    stream.destroy();
    file.destroy();
  }
}
