import { Table } from 'antd';
import type { ColumnsType } from 'antd/es/table';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { PlanItem } from '#contract/plans/plan-output.ts';
import { inOrder, isOrdered, listedFields } from '#domain/plans/filed-fields.ts';
import { durationText } from '#domain/text/times.ts';
import { useLabel, useLocale } from '#web/client/locale.ts';
import { resourceNamed } from '#web/client/record-types.ts';
import { NamedValue, routeText } from '#web/features/plans/plan-facts.tsx';
import { FlightSpan, FlightTime } from '#web/ui/flight-time.tsx';
import { PlanStateTag } from '#web/ui/plan-state-tag.tsx';
import { labelOf } from '#web/ui/record-labels.ts';
import { pageSize } from './query-state.ts';
import type { AnswerProps } from './use-query.ts';

/** What of the listed fields has no column of its own, and is not told in a page of all fields only. */
const otherFields = inOrder(listedFields.plan, [], ['kind', 'urgency', 'unmanned', 'company', 'missionType']);

/** The plans that were found, one a row; sorted and paged by the server. */
export function QueryTable({ answer, loading, state, change }: AnswerProps & { loading: boolean }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const label = useLabel();
  const properties = resourceNamed('plan')?.schema.properties ?? {};
  const [sorted = '', order] = state.sort.split(' ');
  const sorting = (field: string) => ({
    key: field,
    sorter: true,
    sortOrder: sorted === field ? (order === 'asc' ? ('ascend' as const) : ('descend' as const)) : null,
  });
  const columns: ColumnsType<PlanItem> = [
    {
      ...sorting('planNumber'),
      title: t('plan.query.column.plan'),
      render: (_, plan) => (
        <Link to={`/navigation/details?id=${plan.id}`} className="cw-figures">
          {plan.planNumber}
        </Link>
      ),
    },
    {
      ...sorting('state'),
      title: t('plan.query.column.state'),
      render: (_, plan) => <PlanStateTag state={plan.state} restricted={plan.restricted} />,
    },
    {
      ...sorting('callsign'),
      title: t('plan.query.column.callsign'),
      render: (_, { callsign }) => <span className="cw-figures">{callsign ?? '—'}</span>,
    },
    { key: 'route', title: t('plan.query.column.route'), render: (_, { labels }) => routeText(labels) },
    {
      ...sorting('startTime'),
      title: t('plan.query.column.time'),
      render: (_, { startTime, endTime }) => <FlightSpan from={startTime} to={endTime} />,
    },
    {
      key: 'actual',
      title: t('plan.query.column.actual'),
      render: (_, plan) => (
        <>
          {plan.takeoffAt ? <FlightTime at={plan.takeoffAt} /> : '—'}
          {plan.realEta && (
            <>
              {' – '}
              <FlightTime at={plan.realEta} />
            </>
          )}
        </>
      ),
    },
    {
      key: 'flight',
      title: t('plan.query.column.flight'),
      render: (_, plan) => (
        <span className="cw-figures">
          {plan.sFltText}
          {plan.delayMinutes !== null && (
            <span className="plan-late">
              {' '}
              {t('plan.page.delay', { span: durationText(plan.delayMinutes * 60_000, locale) })}
            </span>
          )}
        </span>
      ),
    },
    {
      key: 'mission',
      title: t('plan.query.column.mission'),
      render: (_, { labels }) => labelOf(labels, 'missionType'),
    },
    {
      ...sorting('company'),
      title: t('plan.query.column.company'),
      render: (_, { labels }) => labelOf(labels, 'company'),
    },
    ...otherFields.map((field) => {
      const schema = properties[field] ?? {};
      return {
        ...(isOrdered(schema) ? sorting(field) : { key: field }),
        title: label(schema['x-label'], field),
        render: (_: unknown, plan: PlanItem) => (
          <NamedValue schema={schema} value={plan[field]} name={plan.labels[field]} />
        ),
      };
    }),
  ];
  return (
    <Table<PlanItem>
      size="small"
      rowKey="id"
      columns={columns}
      dataSource={answer.items}
      loading={loading}
      scroll={{ x: 'max-content' }}
      onChange={({ current = 1 }, _, sorter) => {
        const own = Array.isArray(sorter) ? sorter[0] : sorter;
        const field = typeof own?.columnKey === 'string' ? own.columnKey : 'startTime';
        const sort = `${field} ${own?.order === 'ascend' ? 'asc' : 'desc'}`;
        // Another order begins at its first page.
        change(sort !== state.sort && own?.order ? { sort } : { page: current });
      }}
      pagination={{
        current: state.page,
        pageSize,
        total: answer.totalCount,
        showSizeChanger: false,
        showTotal: (count) => t('list.total', { count }),
      }}
    />
  );
}
