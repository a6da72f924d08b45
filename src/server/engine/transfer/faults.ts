import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import type { Resource } from '#domain/record/resource.ts';
import type { Cell } from '#domain/record/transfer/cell-reading.ts';
import type { RowFault } from '#domain/record/transfer/job.ts';
import type { AppError, FieldError } from '#domain/text/errors.ts';
import type { Locale } from '#domain/text/label.ts';
import { textIn } from '#domain/text/locales/text-in.ts';
import { own } from '#domain/text/own.ts';
import type { KeptFault } from './kept-fault.ts';
import { mostFaults } from './limits.ts';
import { cellText } from './rows.ts';

/** Writes the faults of a file as they are found, row by row, a line each. */
export interface FaultWriter {
  /** They are with the operating system when this resolves: they outlive this process. */
  add(faults: KeptFault[]): Promise<void>;
  close(): Promise<void>;
}

/** `upToRow`: what an interrupted run found until then is kept; 0: begun anew. */
export async function writeFaults(path: string, upToRow: number): Promise<FaultWriter> {
  const kept: KeptFault[] = [];
  if (upToRow > 0) for await (const fault of readFaults(path)) if (fault.row <= upToRow) kept.push(fault);
  const file = await open(path, 'w', 0o600);
  let count = 0;
  const writer: FaultWriter = {
    async add(faults) {
      let text = '';
      for (const fault of faults) {
        count += 1;
        // The row stays refused; beyond this number nobody reads why.
        const line =
          count <= mostFaults ? fault : { ...fault, value: null, text: { key: 'transfer.row.more' } };
        text += `${JSON.stringify(line)}\n`;
      }
      if (text !== '') await file.write(text);
    },
    close: () => file.close(),
  };
  await writer.add(kept);
  return writer;
}

export async function* readFaults(path: string): AsyncIterable<KeptFault> {
  const stream = createReadStream(path, 'utf8');
  const missing = new Promise<boolean>((resolve) => {
    stream.once('error', () => resolve(true));
    stream.once('open', () => resolve(false));
  });
  if (await missing) return;
  // The writer of these lines is above; nobody else has the folder.
  for await (const line of createInterface({ input: stream }))
    if (line !== '') yield JSON.parse(line) as KeptFault;
}

/** One fault for each field that an error names, or one for the row. */
export function faultsOf(
  error: AppError,
  at: { row: number; cells: Cell[]; columnOf: ReadonlyMap<string, number> },
): KeptFault[] {
  const fields: FieldError[] = error.extra.fields ?? [];
  if (fields.length === 0) return [{ row: at.row, column: null, field: null, value: null, text: error.text }];
  return fields.map(({ field, text }) => {
    const name = field.split('.')[0] ?? field;
    const column = at.columnOf.get(name) ?? null;
    return {
      row: at.row,
      column,
      field: name,
      value: column === null ? null : cellText(at.cells[column] ?? null),
      text,
    };
  });
}

/** The fault as it is told. */
export function presentFault(
  fault: KeptFault,
  headers: string[],
  resource: Resource,
  locale: Locale,
): RowFault {
  const label =
    fault.field === null
      ? null
      : (own(resource.schema.properties, fault.field)?.['x-label']?.[locale] ?? fault.field);
  return {
    row: fault.row,
    column: fault.column,
    name: fault.column === null ? label : (headers[fault.column] ?? label),
    value: fault.value,
    code: fault.text.key,
    text: textIn(fault.text, locale),
  };
}
