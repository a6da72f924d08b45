import { open } from 'node:fs/promises';
import type { ImportFormat } from '#domain/record/transfer/job.ts';
import { AppError } from '#domain/text/errors.ts';
import { encodingOf } from './read-csv.ts';
import { cellText } from './rows.ts';
import { readSheet } from './sheet.ts';
import { isNote } from './sheet-row.ts';
import { inspectWorkbook } from './zip-guard.ts';

const sampleRows = 5;

/** What a file begins with tells its kind; the head of a sheet hardly begins so. */
const firstBytes = 4096;
const listBegins = /^\ufeff?\s*\[\s*[{\]]/;
const objectBegins = /^\ufeff?\s*\{\s*"/;

/** The format, sheets, head and first rows of a file; refused where it is none that can be imported. */
export async function inspectFile(place: string, wantedSheet: string | undefined) {
  const format = await formatOf(place);
  const { sheets } = format === 'xlsx' ? await inspectWorkbook(place) : { sheets: [] };
  if (wantedSheet !== undefined && !sheets.includes(wantedSheet)) {
    throw new AppError('validation', { key: 'transfer.file.sheet', values: { sheet: wantedSheet } });
  }
  const encoding = format === 'csv' ? await encodingOf(place) : undefined;
  const sheet = wantedSheet ?? sheets[0];
  let headers: string[] | undefined;
  const samples: string[][] = [];
  for await (const { cells } of readSheet({ path: place, format, encoding, sheet })) {
    const texts = cells.map((cell) => cellText(cell) ?? '');
    if (!headers) headers = texts.map((text) => text.trim());
    else if (!isNote(cells)) samples.push(texts);
    if (samples.length >= sampleRows) break;
  }
  while (headers?.at(-1) === '') headers.pop();
  if (!headers || headers.length === 0) throw new AppError('validation', { key: 'transfer.file.empty' });
  return {
    format,
    sheets,
    head: { headers, samples },
    ...(encoding ? { encoding } : {}),
    ...(sheet ? { sheet } : {}),
  };
}

/** By its first bytes; its name says nothing. */
async function formatOf(place: string): Promise<ImportFormat> {
  const file = await open(place);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(firstBytes), 0, firstBytes, 0);
    if (bytesRead === 0) throw new AppError('validation', { key: 'transfer.file.empty' });
    if (buffer.readUInt32BE(0) === 0x504b0304) return 'xlsx';
    if (buffer.readUInt32BE(0) === 0xd0cf11e0)
      throw new AppError('validation', { key: 'transfer.file.oldExcel' });
    if (buffer.readUInt32BE(0) === 0x25504446)
      throw new AppError('validation', { key: 'transfer.file.unknown' });
    const beginning = buffer.toString('utf8', 0, bytesRead);
    if (listBegins.test(beginning)) return 'json';
    return objectBegins.test(beginning) ? 'geojson' : 'csv';
  } finally {
    await file.close();
  }
}
