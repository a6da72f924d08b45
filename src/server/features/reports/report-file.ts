import { PassThrough, type Readable } from 'node:stream';
import { reportColumns, reportMetric } from '#domain/plans/report-metrics.ts';
import type { Locale } from '#domain/text/label.ts';
import { textIn } from '#domain/text/locales/text-in.ts';
import { fileName, mediaTypes } from '#server/engine/transfer/write-sheet.ts';
import type { PlanReport } from '#server/features/plans/plan-report.ts';
import { reportWorkbook } from '#server/features/plans/report-workbook.ts';

export interface ReportFile {
  name: string;
  mediaType: string;
  stream: Readable;
}

/** A report as the file that its subscription asks for, in the language of its reader. */
export function reportFile(report: PlanReport, format: 'xlsx' | 'csv', locale: Locale): ReportFile {
  const title = textIn({ key: 'report.title' }, locale);
  const name = fileName(
    `${title}-${report.from}-${report.to}`,
    format,
    new Date(report.generatedAt),
    report.timeZone,
  );
  const stream = format === 'xlsx' ? reportWorkbook(report, locale) : seriesAsCsv(report, locale);
  return { name, mediaType: mediaTypes[format], stream };
}

/** A line for each point of time, heads first; UTF-8 with a mark, which spreadsheets need to know it. */
function seriesAsCsv(report: PlanReport, locale: Locale): Readable {
  const heads = reportColumns.map((column) => textIn({ key: `report.column.${column}` }, locale));
  const lines = [
    [textIn({ key: 'report.by.time' }, locale), ...heads],
    ...report.series.map((point) => [
      point.key,
      ...reportColumns.map((column) => reportMetric(point, column) ?? ''),
    ]),
  ];
  const quoted = (cell: string | number) => `"${String(cell).replaceAll('"', '""')}"`;
  const stream = new PassThrough();
  stream.end(`\ufeff${lines.map((line) => line.map(quoted).join(',')).join('\r\n')}\r\n`);
  return stream;
}

export async function wholeOf(stream: Readable): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(Buffer.from(part));
  return Buffer.concat(parts);
}
