import { createWriteStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Zip, ZipDeflate } from 'fflate';
import { lookAtSheet, readXlsx } from '#server/engine/transfer/read-xlsx.ts';
import { workbookFiles } from '#tests/support/workbook-file.ts';
import { type BenchRow, printRows } from './bench-row.ts';

const rows = 100_000;
const columns = 20;
const sharedTexts = 20_000;

/** A workbook of 100,000 rows and 20 columns, read as an import reads it: texts, figures and days in equal parts. */
export async function run(): Promise<BenchRow[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'clearway-bench-workbook-'));
  try {
    const file = path.join(folder, 'rows.xlsx');
    await writeWorkbook(file);
    return await measure(file);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const letters = Array.from({ length: columns }, (_, column) => String.fromCharCode(65 + column));

function rowText(row: number): string {
  const cells = letters.map((letter, column) => {
    const ref = `${letter}${row}`;
    if (column % 3 === 0) return `<c r="${ref}" t="s"><v>${(row * 7 + column) % sharedTexts}</v></c>`;
    return column % 3 === 1
      ? `<c r="${ref}"><v>${row * 1.5 + column}</v></c>`
      : `<c r="${ref}" s="1"><v>${46_000 + (row % 700)}</v></c>`;
  });
  return `<row r="${row}" spans="1:${columns}">${cells.join('')}</row>`;
}

async function writeWorkbook(file: string): Promise<void> {
  const texts = Array.from(
    { length: sharedTexts },
    (_, i) => `<si><t>通用航空公司 ${i}，巡线与航拍</t></si>`,
  );
  const parts = workbookFiles({ texts: texts.join(''), formats: ['yyyy-mm-dd'], rows: '<!---->' });
  const out = createWriteStream(file);
  const archive = new Zip((error, bytes) => {
    if (error) throw error;
    out.write(bytes);
  });
  for (const [name, part] of Object.entries(parts)) {
    const entry = new ZipDeflate(name);
    archive.add(entry);
    const [before = '', after] = String(part).split('<!---->');
    entry.push(Buffer.from(before), after === undefined);
    if (after === undefined) continue;
    for (let row = 1; row <= rows; row += 1) entry.push(Buffer.from(rowText(row)));
    entry.push(Buffer.from(after), true);
  }
  archive.end();
  await new Promise((resolve) => out.end(() => resolve(undefined)));
}

async function measure(file: string): Promise<BenchRow[]> {
  globalThis.gc?.();
  const idleMb = process.memoryUsage().rss / 1e6;
  let mostMb = idleMb;
  let count = 0;
  const start = performance.now();
  for await (const { cells } of readXlsx(file, undefined)) {
    if (cells.length !== columns) throw new Error(`${cells.length} cells in row ${count + 1}`);
    count += 1;
    if (count % 1000 === 0) mostMb = Math.max(mostMb, process.memoryUsage().rss / 1e6);
  }
  const readMs = performance.now() - start;
  if (count !== rows) throw new Error(`${count} rows were read`);
  await lookAtSheet(file, undefined, 15);
  const lookMs = performance.now() - start - readMs;
  return [
    {
      name: 'reading of a workbook, 100,000 rows of 20 columns',
      value: (rows * 1000) / readMs,
      unit: 'rows/s',
      goal: 5_000,
      note: `${((await stat(file)).size / 1e6).toFixed(1)} MB; the look for hidden rows and merged cells before it ${(lookMs / 1000).toFixed(1)} s`,
    },
    {
      name: 'memory while a workbook is read, above idle',
      value: mostMb - idleMb,
      unit: 'MB',
      goal: 200,
      goalIs: 'atMost',
      note: `${Math.round(idleMb)} MB idle`,
    },
  ];
}

if (process.argv[1] === import.meta.filename) printRows(await run());
