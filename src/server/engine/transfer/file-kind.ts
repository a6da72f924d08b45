import { open } from 'node:fs/promises';
import type { ImportFormat } from '#domain/record/transfer/job.ts';
import { decodeText } from '#domain/text/encoding.ts';
import { AppError } from '#domain/text/errors.ts';

/** What a file begins with tells its kind; the head of a sheet hardly begins so. */
const firstBytes = 4096;
const listBegins = /^\s*\[\s*[{\]]/;
const objectBegins = /^\s*\{\s*"/;

/** Files of other kinds under the name of a sheet, by the words that they begin with. */
const texts: [RegExp, string][] = [
  [/^\s*(?:<!--[\s\S]*?-->\s*)*<(?:!doctype html|html|head|body|table|meta|style)\b/i, 'transfer.file.html'],
  [/^\s*(?:MIME-Version:|From:.*\r?\n[\s\S]*MIME-Version:)/i, 'transfer.file.html'],
  [/^\s*<\?xml[\s\S]*urn:schemas-microsoft-com:office:spreadsheet/i, 'transfer.file.xmlWorkbook'],
  [/^\s*<\?xml[\s\S]*<html\b/i, 'transfer.file.html'],
  [/^\s*<(?:\?xml|[a-z][\w:-]*[\s>])/i, 'transfer.file.xml'],
  // Sheets as SYLK and DIF have them, and RTF.
  [/^(?:ID;P|TABLE\r?\n0,1\r?\n|\{\\rtf)/, 'transfer.file.unknown'],
];

const binaries: [hex: string, key: string][] = [
  // Excel 2 to 4 without a container.
  ['09000400', 'transfer.file.oldExcel'],
  ['09020600', 'transfer.file.oldExcel'],
  ['09040600', 'transfer.file.oldExcel'],
  ['25504446', 'transfer.file.unknown'],
  ['89504e47', 'transfer.file.unknown'],
  ['ffd8ff', 'transfer.file.unknown'],
  ['47494638', 'transfer.file.unknown'],
  ['1f8b', 'transfer.file.unknown'],
  ['52617221', 'transfer.file.unknown'],
  ['377abcaf', 'transfer.file.unknown'],
  // UTF-32, whose mark begins with that of UTF-16.
  ['fffe0000', 'transfer.file.unknown'],
  ['0000feff', 'transfer.file.unknown'],
];

/** By its first bytes; its name says nothing. What can't be imported is refused by the name of what it is. */
export async function formatOf(place: string): Promise<ImportFormat> {
  const file = await open(place);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(firstBytes), 0, firstBytes, 0);
    if (bytesRead === 0) throw refused('transfer.file.empty');
    const bytes = buffer.subarray(0, bytesRead);
    const hex = bytes.toString('hex', 0, 4);
    if (hex === '504b0304') return 'xlsx';
    if (hex === '504b0506') throw refused('transfer.file.archive');
    if (hex === 'd0cf11e0') throw refused(await kindOfContainer(file));
    const binary = binaries.find(([start]) => hex.startsWith(start));
    if (binary) throw refused(binary[1]);
    const { text, encoding } = decodeText(bytes);
    const other = texts.find(([pattern]) => pattern.test(text));
    if (other) throw refused(other[1]);
    if (bytes.includes(0) && !encoding.startsWith('utf-16')) throw refused('transfer.file.unknown');
    if (listBegins.test(text)) return 'json';
    return objectBegins.test(text) ? 'geojson' : 'csv';
  } finally {
    await file.close();
  }
}

/** Octets of an OLE container in which the names of its streams are looked for. */
const mostContainerBytes = 8 * 1024 * 1024;

const directoryBytes = 4096;

/** A container of OLE holds an old workbook, or a new one behind a password ([MS-OFFCRYPTO] 2.3.4.4). */
async function kindOfContainer(file: Awaited<ReturnType<typeof open>>): Promise<string> {
  const { size } = await file.stat();
  const bytesAt = async (start: number, most: number) => {
    const length = Math.min(size - start, most);
    if (!(length > 0)) return Buffer.alloc(0);
    return (await file.read(Buffer.alloc(length), 0, length, start)).buffer;
  };
  const start = await bytesAt(0, mostContainerBytes);
  // The directory of a long file may lie at its end: [MS-CFB] 2.2 says in which sector it begins.
  const isLong = size > mostContainerBytes;
  const directory = isLong
    ? await bytesAt((start.readUInt32LE(48) + 1) * 2 ** start.readUInt16LE(30), directoryBytes)
    : Buffer.alloc(0);
  const has = (name: string) =>
    [start, directory].some((part) => part.includes(Buffer.from(name, 'utf16le')));
  if (has('EncryptedPackage')) return 'transfer.file.encrypted';
  if (has('WordDocument')) return 'transfer.file.word';
  return has('PowerPoint Document') ? 'transfer.file.slides' : 'transfer.file.oldExcel';
}

function refused(key: string): AppError {
  return new AppError('validation', { key });
}
