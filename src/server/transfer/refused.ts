import type { Readable } from 'node:stream';
import { textIn } from '../../domain/locales/text-in.ts';
import type { Locale } from '../../domain/resource.ts';
import type { Cell } from '../../domain/transfer/cell.ts';
import { denature } from '../../domain/transfer/neutralise.ts';
import type { Logger } from '../logger.ts';
import { type KeptFault, readFaults } from './faults.ts';
import type { JobStore, StoredJob } from './job-store.ts';
import { readSheet } from './sheet.ts';
import { createSheetWriter, type OutCell, type SheetFormat } from './write-sheet.ts';

/** Rows that are written together. */
const batch = 200;

/**
 * The refused rows of an import as a file: the columns that its owner gave, as he gave them, and a last one that says
 * why. Mended, it can be imported as it is: a column that is no field is left out.
 */
export function openRefused(
  jobs: JobStore,
  job: StoredJob,
  format: SheetFormat,
  locale: Locale,
  log: Logger,
): Readable {
  const reason = textIn({ key: 'transfer.refused.reason' }, locale);
  const columns = [...job.headers, reason].map((header) => ({ header, text: true }));
  const sheet = createSheetWriter(format, columns, textIn({ key: 'transfer.refused.title' }, locale));
  const write = async () => {
    const file = { path: jobs.pathOf(job), format: job.format };
    const rows = readSheet({ ...file, encoding: job.encoding ?? undefined, sheet: job.sheet ?? undefined });
    const faults = byRow(readFaults(jobs.faultsPathOf(job)));
    let next = await faults.next();
    let waiting: OutCell[][] = [];
    for await (const { row, cells } of rows) {
      // Both are in the order of the sheet.
      while (!next.done && next.value.row < row) next = await faults.next();
      if (next.done) break;
      if (next.value.row !== row) continue;
      const given = job.headers.map((_, column) => outCell(cells[column] ?? null));
      waiting.push([...given, reasonsOf(next.value.faults, job, locale)]);
      if (waiting.length < batch) continue;
      await sheet.add(waiting);
      waiting = [];
    }
    await sheet.add(waiting);
    await sheet.end();
  };
  write().catch((error: unknown) => {
    log.error({ error, job: job.id }, 'the refused rows of an import could not be written');
    sheet.stream.destroy(error instanceof Error ? error : new Error(String(error)));
  });
  return sheet.stream;
}

async function* byRow(
  faults: AsyncIterable<KeptFault>,
): AsyncGenerator<{ row: number; faults: KeptFault[] }, void> {
  let group: { row: number; faults: KeptFault[] } | undefined;
  for await (const fault of faults) {
    if (group?.row === fault.row) group.faults.push(fault);
    else {
      if (group) yield group;
      group = { row: fault.row, faults: [fault] };
    }
  }
  if (group) yield group;
}

function reasonsOf(faults: KeptFault[], { headers }: StoredJob, locale: Locale): string {
  return faults
    .map(({ column, text }) => {
      const said = textIn(text, locale);
      const head = column === null ? undefined : headers[column];
      return head && !said.includes(head) ? `${head}: ${said}` : said;
    })
    .join(locale === 'en' ? '; ' : '；');
}

function outCell(cell: Cell): OutCell {
  if (typeof cell === 'boolean') return String(cell).toUpperCase();
  if (cell instanceof Date) {
    const iso = cell.toISOString();
    return iso.endsWith('T00:00:00.000Z') ? cell : iso.slice(0, 19).replace('T', ' ');
  }
  // The writer puts its apostrophe before what was given without one.
  return typeof cell === 'string' ? denature(cell) : cell;
}
