import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FastifyRequest } from 'fastify';
import { AppError, type FieldError, fieldError } from '#domain/text/errors.ts';
import { isBrokenForm } from './broken-form.ts';
import { fileNameOf, nameFor, typeOfFile } from './file-types.ts';

/** A file that came in whole and is what it says. Its bytes lie at `path` until they are kept or dropped. */
export interface Incoming {
  path: string;
  name: string;
  size: number;
  sha256: string;
  mediaType: string;
}

export interface Received {
  files: Incoming[];
  kind: string | null;
}

export interface Uploads {
  /** Reads a multipart body to temporary files. All of them are good, or it rejects and nothing is left. */
  receive(request: FastifyRequest, limits: { maxBytes: number }): Promise<Received>;
  drop(files: Pick<Incoming, 'path'>[]): Promise<void>;
  /** Removes what a process left that was killed while files came in. */
  sweep(): Promise<void>;
}

const mostFiles = 20;
/** Older than any upload that can still be under way. */
const leftBehindMs = 3_600_000;

export function createUploads(folder: string): Uploads {
  async function drop(files: Pick<Incoming, 'path'>[]): Promise<void> {
    await Promise.all(files.map((file) => rm(file.path, { force: true })));
  }

  return {
    drop,

    async receive(request, { maxBytes }) {
      if (!request.isMultipart()) throw fieldError('files', 'files.notMultipart');
      await mkdir(folder, { recursive: true });
      const files: Incoming[] = [];
      const errors: FieldError[] = [];
      let kind: string | null = null;
      let index = 0;
      try {
        const limits = {
          fileSize: maxBytes + 1,
          files: mostFiles,
          fields: 10,
          fieldSize: 1_000,
          parts: mostFiles + 10,
        };
        for await (const part of request.parts({ limits })) {
          if (part.type === 'field') {
            if (part.fieldname === 'kind' && typeof part.value === 'string') kind = part.value.trim() || null;
            continue;
          }
          const file = { path: path.join(folder, randomUUID()), name: fileNameOf(part.filename ?? '') };
          files.push({ ...file, size: 0, sha256: '', mediaType: '' });
          const { size, sha256 } = await write(part.file, file.path);
          const at = { field: `files.${index++}`, name: file.name };
          if (size > maxBytes) {
            errors.push(uploadError(at, 'files.tooLarge', { most: sizeText(maxBytes) }));
            continue;
          }
          // A form is in UTF-8 (RFC 7578, 5.1); of a name in another encoding the letters are lost, and nobody would find it.
          if (file.name.includes('\ufffd')) {
            errors.push(uploadError(at, 'files.nameEncoding', {}));
            continue;
          }
          const verdict = await typeOfFile(file.path, size);
          if ('refused' in verdict) {
            errors.push(uploadError(at, `files.refused.${verdict.refused}`, { found: verdict.found }));
            continue;
          }
          const name = nameFor(file.name, verdict.type);
          if (name === null) {
            const [is = ''] = verdict.type.endings;
            errors.push(uploadError(at, 'files.disguised', { found: is.toUpperCase() }));
            continue;
          }
          files[files.length - 1] = { ...file, name, size, sha256, mediaType: verdict.type.mediaType };
        }
        if (errors.length > 0)
          throw new AppError('validation', errors[0]?.text ?? { key: 'records.invalid' }, { fields: errors });
        if (files.length === 0) throw fieldError('files', 'files.noneCame');
        return { files, kind };
      } catch (error) {
        await drop(files);
        throw asRefusal(error);
      }
    },

    async sweep() {
      const names = await readdir(folder).catch(() => []);
      const before = Date.now() - leftBehindMs;
      for (const name of names) {
        const file = path.join(folder, name);
        const found = await stat(file).catch(() => null);
        if (found?.isFile() && found.mtimeMs < before) await rm(file, { force: true });
      }
    },
  };
}

async function write(from: NodeJS.ReadableStream, to: string): Promise<{ size: number; sha256: string }> {
  const hash = createHash('sha256');
  let size = 0;
  const count = new Transform({
    transform(part: Buffer, _encoding, done) {
      size += part.length;
      hash.update(part);
      done(null, part);
    },
  });
  await pipeline(from, count, createWriteStream(to, { flags: 'wx', mode: 0o600 }));
  return { size, sha256: hash.digest('hex') };
}

function uploadError(
  at: { field: string; name: string },
  key: string,
  values: Record<string, string>,
): FieldError {
  return { field: at.field, text: { key, values: { name: at.name, ...values } } };
}

/** What the reader of multipart bodies refuses is the sender's error and says so. */
function asRefusal(error: unknown): unknown {
  if (error instanceof Error && 'code' in error && error.code === 'FST_FILES_LIMIT')
    return fieldError('files', 'files.tooMany', { most: mostFiles });
  return isBrokenForm(error) ? fieldError('files', 'files.broken') : error;
}

/** `20 MB`, as people say it. */
export function sizeText(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`;
  return bytes < 1_000_000 ? `${Math.round(bytes / 1_000)} kB` : `${Math.round(bytes / 100_000) / 10} MB`;
}
