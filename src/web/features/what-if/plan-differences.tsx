import { Table, Tag } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { WhatIfPlan, WhatIfResult } from '#contract/what-if.ts';
import { localText } from '#web/client/clock.ts';
import { PlanStateTag } from '#web/ui/plan-state-tag.tsx';
import { SummaryLine } from './summary-line.tsx';

type Plans = NonNullable<WhatIfResult['plans']>;
type Outcome = WhatIfPlan['before'];

/** Plans whose check finds something else, with what and by which rule. */
export function PlanDifferences({ plans }: { plans: Plans }) {
  const { t } = useTranslation();
  const outcome = (value: Outcome) => (
    <Tag color={value === 'accepted' ? 'green' : 'red'}>{t(`whatIf.outcome.${value}`)}</Tag>
  );
  const filters = (['accepted', 'refused'] as const).map((value) => ({
    value,
    text: t(`whatIf.outcome.${value}`),
  }));
  return (
    <section aria-label={t('whatIf.part.plans')}>
      <h2 className="what-if-heading">{t('whatIf.part.plans')}</h2>
      <SummaryLine
        items={[
          [t('whatIf.evaluated'), plans.evaluated],
          [t('whatIf.differ'), plans.differ],
          [t('whatIf.newlyRefused'), plans.newlyRefused],
          [t('whatIf.newlyAccepted'), plans.newlyAccepted],
        ]}
      />
      {plans.items.length < plans.differ && (
        <p className="cw-soft">{t('whatIf.listed', { count: plans.items.length })}</p>
      )}
      {plans.items.length > 0 && (
        <Table<WhatIfPlan>
          size="small"
          rowKey="id"
          scroll={{ x: 1100 }}
          pagination={{ pageSize: 20, hideOnSinglePage: true }}
          dataSource={plans.items}
          columns={[
            {
              title: t('whatIf.column.plan'),
              width: 170,
              render: (_, { id, planNumber }) => (
                <Link to={`/navigation/details?id=${id}`}>{planNumber}</Link>
              ),
            },
            { title: t('whatIf.column.company'), dataIndex: 'companyName', width: 160 },
            {
              title: t('whatIf.column.filedAt'),
              width: 150,
              render: (_, { at }) => <span className="cw-figures">{localText(at)}</span>,
            },
            {
              title: t('whatIf.column.state'),
              width: 110,
              render: (_, { state }) => <PlanStateTag state={state} />,
            },
            {
              title: t('whatIf.inForce'),
              width: 90,
              filters,
              onFilter: (value, { before }) => before === value,
              render: (_, { before }) => outcome(before),
            },
            {
              title: t('whatIf.tried'),
              width: 90,
              filters,
              onFilter: (value, { after }) => after === value,
              render: (_, { after }) => outcome(after),
            },
            {
              title: t('whatIf.column.why'),
              render: (_, { added, removed }) => (
                <ul className="what-if-reasons">
                  {added.map(({ message, rule }) => (
                    <li key={`+${message}`}>
                      <ins>{t('whatIf.added')}</ins> {message} <span className="cw-soft">{rule}</span>
                    </li>
                  ))}
                  {removed.map(({ message, rule }) => (
                    <li key={`-${message}`}>
                      <del>{t('whatIf.removed')}</del> {message} <span className="cw-soft">{rule}</span>
                    </li>
                  ))}
                </ul>
              ),
            },
          ]}
        />
      )}
    </section>
  );
}
