import { PassThrough, type Readable } from 'node:stream';
import { type ReportMetrics, reportColumns, reportMetric } from '#domain/plans/report-metrics.ts';
import type { Locale } from '#domain/text/label.ts';
import { textIn } from '#domain/text/locales/text-in.ts';
import { excel } from '#server/engine/transfer/excel.ts';
import { excelText, sheetName } from '#server/engine/transfer/write-sheet.ts';
import type { PlanReport, ReportLine } from './plan-report.ts';

/** A report as a workbook: what it is of, and a sheet for each table, written while it is read. */
export function reportWorkbook(report: PlanReport, locale: Locale): Readable {
  const say = (key: string, values = {}) => textIn({ key, values }, locale);
  const stream = new PassThrough();
  const workbook = new (excel().stream.xlsx.WorkbookWriter)({
    stream,
    useStyles: true,
    useSharedStrings: false,
  });
  const heads = reportColumns.map((column) => say(`report.column.${column}`));

  function table(title: string, first: string, rows: { name: string; metrics: ReportMetrics }[]): void {
    const sheet = workbook.addWorksheet(sheetName(title), {
      views: [{ state: 'frozen', ySplit: 1, xSplit: 1 }],
    });
    sheet.columns = [
      { header: first, width: 28 },
      ...heads.map((header) => ({ header, width: Math.max(10, header.length * 2) })),
    ];
    sheet.getRow(1).font = { bold: true };
    sheet.getRow(1).commit();
    for (const { name, metrics } of rows) {
      const row = sheet.addRow([
        excelText(name),
        ...reportColumns.map((column) => reportMetric(metrics, column)),
      ]);
      row.getCell(2 + reportColumns.indexOf('hours')).numFmt = '0.00';
      row.getCell(2 + reportColumns.indexOf('onTimeRate')).numFmt = '0.0%';
      row.commit();
    }
    sheet.commit();
  }

  async function write(): Promise<void> {
    const about = workbook.addWorksheet(sheetName(say('report.sheet.about')));
    about.columns = [{ width: 22 }, { width: 60 }];
    const period = `${report.from} – ${report.to} (${report.timeZone})`;
    const lines: [string, string | number][] = [
      [say('report.title'), say(`report.period.${report.period}`)],
      [say('report.sheet.period'), period],
      [say('report.sheet.generated'), report.generatedAt],
      ...reportColumns.map((column): [string, string | number] => {
        const value = reportMetric(report.totals, column);
        return [say(`report.column.${column}`), value ?? ''];
      }),
      [say('report.sheet.notes'), say('report.note.counted')],
      ['', say('report.note.onTime', { minutes: report.onTimeMinutes })],
      ['', say('report.note.late', { minutes: report.lateReportMinutes })],
      ['', say('report.note.shared')],
    ];
    for (const line of lines) about.addRow(line).commit();
    about.commit();
    const named = (rows: ReportLine[]) =>
      rows.map((row) => ({ name: row.name ?? say('report.none'), metrics: row }));
    table(
      say('report.by.time'),
      say('report.by.time'),
      report.series.map(({ key, ...metrics }) => ({ name: key.replace('T', ' '), metrics })),
    );
    table(say('report.by.company'), say('report.by.company'), named(report.companies));
    table(say('report.by.missionType'), say('report.by.missionType'), named(report.missionTypes));
    table(say('report.by.aircraftType'), say('report.by.aircraftType'), named(report.aircraftTypes));
    table(say('report.by.airport'), say('report.by.airport'), named(report.airports));
    await workbook.commit();
  }

  write().catch((error: unknown) => {
    // Half a file must not look like a whole one: the connection is broken off, and the log says why.
    stream.destroy(error instanceof Error ? error : new Error(String(error)));
  });
  return stream;
}
