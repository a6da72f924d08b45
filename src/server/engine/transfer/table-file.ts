import { FileAnswer } from '#server/http/service.ts';
import {
  createSheetWriter,
  fileName,
  mediaTypes,
  type OutCell,
  type OutColumn,
  type SheetFormat,
} from './write-sheet.ts';

/** A table before it is a file. */
export interface Table {
  /** What the file is called, and the sheet in it. */
  name: string;
  title: string;
  columns: OutColumn[];
  rows: Iterable<OutCell[]> | AsyncIterable<OutCell[]>;
}

/** Rows that are written together. */
const together = 500;

/** A table as a file, whose name says when it was made on the wall of `timeZone`. */
export function tableFile(
  { name, title, columns, rows }: Table,
  format: SheetFormat,
  timeZone: string,
  now: Date,
): FileAnswer {
  const writer = createSheetWriter(format, columns, title);
  const write = async () => {
    let part: OutCell[][] = [];
    for await (const row of rows) {
      part.push(row);
      if (part.length < together) continue;
      await writer.add(part);
      part = [];
    }
    await writer.add(part);
    await writer.end();
  };
  // Half a file must not look like a whole one.
  write().catch((error: unknown) =>
    writer.stream.destroy(error instanceof Error ? error : new Error(String(error))),
  );
  return new FileAnswer({
    name: fileName(name, format, now, timeZone),
    mediaType: mediaTypes[format],
    stream: writer.stream,
  });
}
