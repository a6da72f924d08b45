import { open } from 'node:fs/promises';
import { createInflateRaw } from 'node:zlib';
import {
  type Archive,
  archiveOfFile,
  dataStart,
  directoryOf,
  type ZipEntry,
} from '#server/engine/transfer/zip-guard.ts';
import { attribute, readWhole } from './xml-part.ts';

/** The parts of a workbook by their names, which have no case (ECMA-376 part 2, 6.2.2). */
export interface PackageParts {
  has(name: string): boolean;
  /** What a part holds, unpacked as it is read. An absent part holds nothing. */
  read(name: string): AsyncIterable<Buffer>;
  /** Octets of the archive that have been read. */
  packedBytesRead(): number;
  packedBytesOf(name: string): number;
  close(): Promise<void>;
}

export interface Relation {
  id: string;
  /** The last word of its type: `worksheet`, `styles`. */
  kind: string;
  /** Name of the part that it leads to. */
  target: string;
}

export async function openParts(path: string): Promise<PackageParts> {
  const file = await open(path);
  try {
    const archive = await archiveOfFile(file, path);
    const entries = new Map((await directoryOf(archive)).map((entry) => [partName(entry.name), entry]));
    let readBytes = 0;
    const entryOf = (name: string) => entries.get(partName(name));
    return {
      has: (name) => entries.has(partName(name)),
      packedBytesRead: () => readBytes,
      packedBytesOf: (name) => entryOf(name)?.packedBytes ?? 0,
      async *read(name) {
        const entry = entryOf(name);
        if (!entry || entry.packedBytes === 0) return;
        yield* unpacked(archive, entry, (bytes) => {
          readBytes += bytes;
        });
      },
      close: () => file.close(),
    };
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** Some programs write the names of parts with the separators of Windows. */
function partName(name: string): string {
  return name.replaceAll('\\', '/').replace(/^\//, '').toLowerCase();
}

async function* unpacked(
  archive: Archive,
  entry: ZipEntry,
  count: (bytes: number) => void,
): AsyncIterable<Buffer> {
  const start = await dataStart(archive, entry);
  const source = archive.stream(start, start + entry.packedBytes - 1);
  source.on('data', (chunk: Buffer) => count(chunk.length));
  source.pause();
  if (entry.method === 0) {
    yield* source;
    return;
  }
  if (entry.method !== 8) throw new Error(`packed by method ${entry.method}`);
  const inflate = createInflateRaw({ chunkSize: 64 * 1024 });
  source.on('error', (error) => inflate.destroy(error));
  try {
    yield* source.pipe(inflate);
  } finally {
    source.destroy();
    inflate.destroy();
  }
}

/** The relations of a part; of the whole workbook where `name` is empty. Targets are absolute, or relative to the part. */
export async function relationsOf(parts: PackageParts, name: string): Promise<Relation[]> {
  const slash = name.lastIndexOf('/');
  const folder = name.slice(0, slash + 1);
  const relations: Relation[] = [];
  await readWhole(parts.read(`${folder}_rels/${name.slice(slash + 1)}.rels`), {
    open(element, attributes) {
      const [id, type, target] = ['Id', 'Type', 'Target'].map((one) => attribute(attributes, one));
      if (element !== 'Relationship' || attribute(attributes, 'TargetMode') === 'External') return;
      if (id === undefined || type === undefined || target === undefined) return;
      relations.push({ id, kind: type.slice(type.lastIndexOf('/') + 1), target: resolved(folder, target) });
    },
    close() {},
  });
  return relations;
}

function resolved(folder: string, target: string): string {
  return decodeURI(new URL(target.replaceAll('\\', '/'), `part:/${folder}`).pathname).replace(/^\//, '');
}
