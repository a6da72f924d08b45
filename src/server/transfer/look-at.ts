import { open } from 'node:fs/promises';
import { AppError } from '../../domain/errors.ts';
import { encodingOf } from './read-csv.ts';
import { cellText } from './rows.ts';
import { isNote, readSheet } from './sheet.ts';
import { inspectWorkbook } from './zip-guard.ts';

const sampleRows = 5;

/** The format, sheets, head and first rows of a file; refused where it is none that can be imported. */
export async function lookAt(place: string, wantedSheet: string | undefined) {
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
async function formatOf(place: string): Promise<'csv' | 'xlsx'> {
  const file = await open(place);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(8), 0, 8, 0);
    if (bytesRead === 0) throw new AppError('validation', { key: 'transfer.file.empty' });
    if (buffer.readUInt32BE(0) === 0x504b0304) return 'xlsx';
    if (buffer.readUInt32BE(0) === 0xd0cf11e0)
      throw new AppError('validation', { key: 'transfer.file.oldExcel' });
    if (buffer.readUInt32BE(0) === 0x25504446)
      throw new AppError('validation', { key: 'transfer.file.unknown' });
    return 'csv';
  } finally {
    await file.close();
  }
}
