import { Table, type TableProps, Tabs } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ReportMetrics, reportColumns, reportMetric } from '#domain/plans/report-metrics.ts';
import { TabBar } from '#web/engine/show/tab-bar.tsx';
import { useIsMobile } from '#web/ui/appearance.ts';
import { MissionMatrix } from './mission-matrix.tsx';
import '#web/engine/show/show.css';
import { metricText } from './report-text.ts';
import type { MissionTypesByUnit, PlanReport } from './report-types.ts';

interface Row {
  key: string;
  name: string;
  metrics: ReportMetrics;
}

/** The tables of a report by name; each has the same columns. */
export function tablesOf(report: PlanReport, none: string): { name: string; rows: Row[] }[] {
  const lines = (list: PlanReport['companies']): Row[] =>
    list.map((line) => ({ key: String(line.id), name: line.name ?? none, metrics: line }));
  return [
    {
      name: 'time',
      rows: report.series.map((point) => ({
        key: point.key,
        name: point.key.replace('T', ' '),
        metrics: point,
      })),
    },
    { name: 'company', rows: lines(report.companies) },
    { name: 'missionType', rows: lines(report.missionTypes) },
    { name: 'aircraftType', rows: lines(report.aircraftTypes) },
    { name: 'airport', rows: lines(report.airports) },
  ];
}

/** Every figure that a chart shows, and more, to be sorted and read. */
export function ReportTables({
  report,
  units,
}: {
  report: PlanReport;
  units: MissionTypesByUnit | undefined;
}) {
  const { t } = useTranslation();
  const mobile = useIsMobile();
  const [active, setActive] = useState('time');
  const columnsOf = (name: string): TableProps<Row>['columns'] => [
    {
      title: t(`report.by.${name}`),
      dataIndex: 'name',
      fixed: 'left',
      width: mobile ? 130 : 220,
      sorter: (a, b) => a.name.localeCompare(b.name),
      render: (text: string) => (
        <strong className={name === 'time' ? 'cw-figures' : undefined}>{text}</strong>
      ),
    },
    ...reportColumns.map((column) => ({
      title: t(`report.column.${column}`),
      key: column,
      align: 'right' as const,
      width: 96,
      sorter: (a: Row, b: Row) =>
        (reportMetric(a.metrics, column) ?? -1) - (reportMetric(b.metrics, column) ?? -1),
      render: (_: unknown, { metrics }: Row) => (
        <span className="cw-figures">{metricText(metrics, column)}</span>
      ),
    })),
  ];
  const items = [
    ...tablesOf(report, t('report.none')).map(({ name, rows }) => ({
      key: name,
      label: t(`report.by.${name}`),
      children: (
        <Table<Row>
          size="small"
          className="cw-table"
          columns={columnsOf(name) ?? []}
          dataSource={rows}
          pagination={rows.length > 60 ? { pageSize: 60, showSizeChanger: false } : false}
          scroll={{ x: 'max-content' }}
          locale={{ emptyText: t('report.empty') }}
          summary={() =>
            // A plan between two aerodromes is in two lines: their sum would not be the whole.
            name === 'airport' ? null : (
              <Table.Summary.Row>
                <Table.Summary.Cell index={0}>
                  <strong>{t('report.total')}</strong>
                </Table.Summary.Cell>
                {reportColumns.map((column, index) => (
                  <Table.Summary.Cell key={column} index={index + 1} align="right">
                    <strong className="cw-figures">{metricText(report.totals, column)}</strong>
                  </Table.Summary.Cell>
                ))}
              </Table.Summary.Row>
            )
          }
        />
      ),
    })),
    {
      key: 'matrix',
      label: t('report.by.unit'),
      children: units ? <MissionMatrix units={units} /> : null,
    },
  ];
  if (!mobile)
    return <Tabs className="report-tables" activeKey={active} onChange={setActive} items={items} />;
  const tabs = items.map(({ key, label }) => ({ key, label }));
  return (
    <div className="report-tables">
      <TabBar items={tabs} active={active} label={t('report.tables')} onChange={setActive} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: wider than a phone, it is pushed aside by keys too */}
      <div role="tabpanel" tabIndex={0}>
        {items.find(({ key }) => key === active)?.children}
      </div>
    </div>
  );
}
