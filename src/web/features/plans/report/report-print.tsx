import { useTranslation } from 'react-i18next';
import { reportColumns } from '#domain/plans/report-metrics.ts';
import { PrintSheet } from '#web/engine/show/print-sheet.tsx';
import { MissionMatrix } from './mission-matrix.tsx';
import { tablesOf } from './report-tables.tsx';
import { metricText } from './report-text.ts';
import type { MissionTypesByUnit, PlanReport } from './report-types.ts';

/** The report on paper: its tables, each whole. */
export function ReportPrint({
  report,
  units,
  onClose,
}: {
  report: PlanReport;
  units: MissionTypesByUnit | undefined;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const head = `${t(`report.period.${report.period}`)} ${report.from} – ${report.to} (${report.timeZone})`;
  const rows = tablesOf(report, t('report.none')).filter((table) => table.rows.length > 0);
  return (
    <PrintSheet title={t('report.title')} subtitle={head} onClose={onClose}>
      {[
        { name: 'total', rows: [{ key: 'all', name: t('report.total'), metrics: report.totals }] },
        ...rows,
      ].map((table) => (
        <section key={table.name} className="report-paper">
          <h2>{t(table.name === 'total' ? 'report.total' : `report.by.${table.name}`)}</h2>
          <table className="cw-print-table">
            <thead>
              <tr>
                <th scope="col">{t(table.name === 'total' ? 'report.total' : `report.by.${table.name}`)}</th>
                {reportColumns.map((column) => (
                  <th key={column} scope="col">
                    {t(`report.column.${column}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {table.rows.map((row) => (
                <tr key={row.key}>
                  <th scope="row">{row.name}</th>
                  {reportColumns.map((column) => (
                    <td key={column} className="cw-figures">
                      {metricText(row.metrics, column)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      ))}
      {units && (
        <section className="report-paper">
          <h2>{t('report.by.unit')}</h2>
          <MissionMatrix units={units} />
        </section>
      )}
      <section>
        <p>{t('report.note.counted')}</p>
        <p>
          {t('report.note.onTime', { minutes: report.onTimeMinutes })}{' '}
          {t('report.note.late', { minutes: report.lateReportMinutes })}
        </p>
        <p>{t('report.note.shared')}</p>
      </section>
    </PrintSheet>
  );
}
