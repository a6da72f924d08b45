import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { Transform } from 'node:stream';
import { parse } from 'csv-parse';
import type { SheetCell } from '#domain/record/transfer/cell-reading.ts';
import {
  createEncodingFinder,
  decodeWhole,
  type FoundEncoding,
  type TextEncoding,
} from '#domain/text/encoding.ts';
import { AppError } from '#domain/text/errors.ts';
import { mostColumns, mostRows } from './limits.ts';
import { isBlank, type SheetRow } from './sheet-row.ts';

const sampleBytes = 64 * 1024;
const mostRecordCharacters = 4 * 1024 * 1024;

export async function encodingOfFile(path: string): Promise<FoundEncoding> {
  const finder = createEncodingFinder();
  for await (const chunk of createReadStream(path)) finder.add(chunk);
  return finder.end();
}

/** Excel's own first line, `sep=;`, says how the others are divided and is no row. */
const divided = /^\ufeff?sep=([^\r\n"])(?:\r\n?|\n)/i;

/** Any of them ends a record: a file put together from several parts has more than one kind. */
const lineEnds = ['\r\n', '\n', '\r'];

export async function* readCsv(path: string, encoding: TextEncoding): AsyncIterable<SheetRow> {
  const { size } = await stat(path);
  const sample = decodeWhole(await firstBytes(path, sampleBytes), encoding);
  const said = divided.exec(sample)?.[1];
  let readBytes = 0;
  const decoder = new TextDecoder(encoding);
  const text = new Transform({
    decodeStrings: true,
    encoding: 'utf8',
    transform(chunk: Buffer, _encoding, done) {
      readBytes += chunk.length;
      done(null, decoder.decode(chunk, { stream: true }));
    },
    flush(done) {
      done(null, decoder.decode());
    },
  });
  const delimiter = said ?? delimiterIn(sample);
  const parser = parse({
    delimiter,
    record_delimiter: lineEnds,
    from_line: said ? 2 : 1,
    bom: true,
    relax_column_count: true,
    relax_quotes: true,
    max_record_size: mostRecordCharacters,
  });
  const source = createReadStream(path);
  source.on('error', (error) => parser.destroy(error));
  source.pipe(text).pipe(parser);
  let row = 0;
  let rows = 0;
  try {
    for await (const record of parser) {
      row += 1;
      const cells = (record as string[]).map(cellOf);
      if (cells.every(isBlank)) continue;
      rows += 1;
      if (rows > mostRows + 1)
        throw new AppError('validation', { key: 'transfer.file.rows', values: { most: mostRows } });
      if (cells.length > mostColumns) {
        throw new AppError('validation', { key: 'transfer.file.columns', values: { most: mostColumns } });
      }
      const progress = size === 0 ? 1 : readBytes / size;
      // Spreadsheets write semicolons where the comma is the decimal sign.
      yield delimiter === ';' ? { row, cells, progress, commaIsUnclear: true } : { row, cells, progress };
    }
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError(
      'validation',
      { key: 'transfer.file.broken', values: { row: row + 1 } },
      { cause: error },
    );
  } finally {
    source.destroy();
    parser.destroy();
  }
}

/** How a text that looks like a number is kept one by spreadsheets that open the file: `="007"`. */
const asText = /^="([^"]*)"$/;

/** What the encoding has no letter for is not taken for one. */
function cellOf(value: string): SheetCell {
  if (value === '') return null;
  const quoted = asText.exec(value);
  if (quoted) return quoted[1] || null;
  return value.includes('\ufffd') ? { fault: { key: 'transfer.cell.encoding' }, shown: value } : value;
}

async function firstBytes(path: string, count: number): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(count), 0, count, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

const delimiters = [',', ';', '\t', '|'];
const pipe = 3;

const mostLinesCompared = 15;

/**
 * The delimiter that the first line has most of, outside quotes, if all lines have it; else the one that stands equally
 * often on most lines in a row, for a title above the table may have a comma of its own. A vertical bar, which also lists
 * values within a cell, only if all lines, the head first, have it equally often.
 */
function delimiterIn(sample: string): string {
  const lines = delimitersOfLines(sample);
  const [first = []] = lines;
  const usual = delimiters.map((_, at) => at).filter((at) => at !== pipe);
  const order = usual.sort((a, b) => (first[b] ?? 0) - (first[a] ?? 0));
  const [best = 0] = order;
  if (lines.every((counts) => counts[best])) return delimiters[best] ?? ',';
  const bars = first[pipe] ?? 0;
  const isHead = (/^[^\r\n]*/.exec(sample.trimStart())?.[0] ?? '').includes('|');
  if (isHead && bars > 0 && lines.every((counts) => counts[pipe] === bars)) return '|';
  const runs = delimiters.map((_, at) => longestRun(lines.map((counts) => counts[at] ?? 0)));
  const [likely = 0] = order.sort((a, b) => (runs[b] ?? 0) - (runs[a] ?? 0));
  return delimiters[likely] ?? ',';
}

/** How often each delimiter stands on the first lines that have any, outside quotes. */
function delimitersOfLines(sample: string): number[][] {
  const lines: number[][] = [];
  let counts = delimiters.map(() => 0);
  let quoted = false;
  for (const character of sample) {
    const at = delimiters.indexOf(character);
    if (character === '"') quoted = !quoted;
    else if (quoted) continue;
    else if (at >= 0) counts[at] = (counts[at] ?? 0) + 1;
    else if ((character === '\n' || character === '\r') && counts.some((count) => count > 0)) {
      lines.push(counts);
      if (lines.length === mostLinesCompared) return lines;
      counts = delimiters.map(() => 0);
    }
  }
  return counts.some((count) => count > 0) ? [...lines, counts] : lines;
}

/** How many numbers in a row are the same and not zero, at most. */
function longestRun(numbers: number[]): number {
  let longest = 0;
  let run = 0;
  numbers.forEach((count, at) => {
    run = count === 0 ? 0 : count === numbers[at - 1] ? run + 1 : 1;
    longest = Math.max(longest, run);
  });
  return longest;
}
