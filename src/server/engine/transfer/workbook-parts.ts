import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { PassThrough, Readable } from 'node:stream';
import { archiveOfFile, dataStart, directoryOf, localSignature, type ZipEntry } from './zip-guard.ts';

/** What a sheet is read by comes before the sheets, whatever order the archive has them in. */
const before = ['xl/_rels/workbook.xml.rels', 'xl/workbook.xml', 'xl/styles.xml'];
const texts = 'xl/sharedStrings.xml';
const sheetPart = /^xl\/worksheets\/sheet\d+\.xml$/;
const utf8Names = 0x0800;

export interface WorkbookParts {
  /** An archive of the parts below, with known sizes. */
  source: PassThrough;
  /** How many sheets come, as the archive has them in order. */
  sheets: number;
  /** How much of it has gone out, 0 to 1. */
  progress(): number;
}

/**
 * The parts of a workbook that its sheets are read by, then the sheets. The archive as it lies on disk will not do
 * for exceljs's streaming reader: it guesses where parts of unknown size end, keeps sheets that come before their
 * texts in files that it leaves behind, and takes the end of the archive for the end of what it has read, by which
 * whole sheets are lost where their reader is slower than the disk. So the sizes are told, the order is right, and
 * the source does not end: who has read the last sheet destroys it.
 */
export async function workbookParts(path: string): Promise<WorkbookParts> {
  const all = await entriesOf(path);
  const named = (name: string) => all.filter((entry) => entry.name === name);
  const sheets = all.filter(({ name }) => sheetPart.test(name));
  const parts = [...before.flatMap(named), ...named(texts), ...sheets];
  const size = parts.reduce((sum, { packedBytes }) => sum + packedBytes, 0);
  let sent = 0;

  async function* archive(): AsyncIterable<Buffer> {
    // A workbook without shared texts waits for them all the same.
    if (named(texts).length === 0) yield* stored(texts, Buffer.from('<sst/>'));
    for (const part of parts) {
      yield header(part);
      if (part.packedBytes === 0) continue;
      for await (const chunk of createReadStream(path, {
        start: part.start,
        end: part.start + part.packedBytes - 1,
      })) {
        sent += chunk.length;
        yield chunk;
      }
    }
  }

  const source = new PassThrough();
  const from = Readable.from(archive(), { objectMode: false });
  from.on('error', (error) => source.destroy(error));
  source.on('close', () => from.destroy());
  from.pipe(source, { end: false });
  return { source, sheets: sheets.length, progress: () => Math.min(1, sent / Math.max(1, size)) };
}

async function entriesOf(path: string): Promise<(ZipEntry & { start: number })[]> {
  const file = await open(path);
  try {
    const entries: (ZipEntry & { start: number })[] = [];
    const archive = await archiveOfFile(file, path);
    for (const entry of await directoryOf(archive)) {
      entries.push({ ...entry, start: await dataStart(archive, entry) });
    }
    return entries;
  } finally {
    await file.close();
  }
}

/** The local header of a part whose sizes are known (APPNOTE 4.3.7). */
function header({ name, method, crc32, packedBytes, unpackedBytes }: Omit<ZipEntry, 'offset'>): Buffer {
  const text = Buffer.from(name);
  const head = Buffer.alloc(30);
  head.writeUInt32LE(localSignature, 0);
  head.writeUInt16LE(20, 4);
  head.writeUInt16LE(utf8Names, 6);
  head.writeUInt16LE(method, 8);
  head.writeUInt32LE(crc32, 14);
  head.writeUInt32LE(packedBytes, 18);
  head.writeUInt32LE(unpackedBytes, 22);
  head.writeUInt16LE(text.length, 26);
  return Buffer.concat([head, text]);
}

function* stored(name: string, bytes: Buffer): Iterable<Buffer> {
  const size = { packedBytes: bytes.length, unpackedBytes: bytes.length };
  // Nobody who streams an archive asks for the sum.
  yield header({ name, method: 0, crc32: 0, ...size });
  yield bytes;
}
