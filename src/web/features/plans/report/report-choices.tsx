import { LeftOutlined, RightOutlined } from '@ant-design/icons';
import { Button, Segmented } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { useTranslation } from 'react-i18next';
import { isDay } from '#domain/plans/moments.ts';
import { type ReportPeriod, reportPeriods, spanOf, steppedSpan } from '#domain/plans/report-period.ts';
import { useLabel } from '#web/client/locale.ts';
import { resourceNamed } from '#web/client/record-types.ts';
import { RelationSelect } from '#web/engine/relation-select.tsx';
import { type ReportFilterName, type ReportState, reportFilters, today } from './report-state.ts';
import './report.css';
import { DayPicker } from '#web/ui/pickers.tsx';

const filterNames = Object.keys(reportFilters) as ReportFilterName[];

/** Which days, and which plans of them. */
export function ReportChoices({
  state,
  onChange,
  only = filterNames,
}: {
  state: ReportState;
  onChange: (next: ReportState) => void;
  /** The filters that are offered. */
  only?: readonly ReportFilterName[];
}) {
  const { t } = useTranslation();
  const label = useLabel();
  const { period, span, filters } = state;
  const go = (by: 1 | -1) => onChange({ ...state, span: steppedSpan(period, span, by) });
  const pickDay = (from: string, to = span.to) => {
    if (isDay(from) && isDay(to)) onChange({ ...state, span: spanOf(period, from, to < from ? from : to) });
  };
  const nameOf = (name: ReportFilterName) => {
    const resource = resourceNamed(reportFilters[name]);
    return resource ? label(resource.schema['x-label'], resource.name) : name;
  };
  return (
    <section className="report-choices" aria-label={t('report.choices')}>
      <div className="cw-bar">
        <Segmented
          aria-label={t('report.sheet.period')}
          value={period}
          onChange={(next) => onChange({ ...state, period: next, span: spanOf(next, span.from, span.to) })}
          options={reportPeriods.map((one) => ({ value: one, label: t(`report.period.${one}`) }))}
        />
        <Button
          icon={<LeftOutlined />}
          aria-label={t('report.before')}
          title={t('report.before')}
          onClick={() => go(-1)}
        />
        <DayPicker
          className="report-day"
          aria-label={t(period === 'custom' ? 'report.from' : 'report.day')}
          picker={pickers[period]}
          allowClear={false}
          value={dayjs(span.from)}
          onChange={(day) => pickDay(dayText(day) ?? span.from)}
        />
        {period === 'custom' && (
          <DayPicker
            className="report-day"
            aria-label={t('report.to')}
            allowClear={false}
            minDate={dayjs(span.from)}
            value={dayjs(span.to)}
            onChange={(day) => pickDay(span.from, dayText(day) ?? span.to)}
          />
        )}
        <Button
          icon={<RightOutlined />}
          aria-label={t('report.after')}
          title={t('report.after')}
          onClick={() => go(1)}
        />
        <Button onClick={() => onChange({ ...state, span: spanOf(period, today()) })}>
          {t('report.now')}
        </Button>
      </div>
      <div className="report-filters">
        {only.map((name) => (
          <div key={name}>
            <label htmlFor={`report-${name}`}>{nameOf(name)}</label>
            <RelationSelect
              resource={reportFilters[name]}
              multiple
              id={`report-${name}`}
              label={nameOf(name)}
              placeholder={t('report.all')}
              value={filters[name] ?? []}
              onChange={(value) =>
                onChange({ ...state, filters: { ...filters, [name]: Array.isArray(value) ? value : [] } })
              }
            />
          </div>
        ))}
      </div>
    </section>
  );
}

/** What is picked: a week as a week, a month as a month. */
const pickers: Record<ReportPeriod, 'date' | 'week' | 'month' | 'quarter' | 'year'> = {
  day: 'date',
  week: 'week',
  month: 'month',
  quarter: 'quarter',
  year: 'year',
  custom: 'date',
};

const dayText = (day: Dayjs | null) => day?.format('YYYY-MM-DD');
