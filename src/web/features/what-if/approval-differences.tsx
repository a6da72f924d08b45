import { Table } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { WhatIfApproval, WhatIfResult } from '#contract/what-if.ts';
import { localText } from '#web/client/clock.ts';
import { useLabel } from '#web/client/locale.ts';
import { resourceNamed } from '#web/client/record-types.ts';
import { ScreenLink } from '#web/engine/screen-link.tsx';
import { SummaryLine } from './summary-line.tsx';

type Approvals = NonNullable<WhatIfResult['approvals']>;
type View = WhatIfApproval['before'];

function DocumentLink({ resource: name, document, label }: WhatIfApproval) {
  const resource = resourceNamed(name);
  if (name === 'plan') return <Link to={`/navigation/details?id=${document}`}>{label}</Link>;
  if (!resource) return label;
  return (
    <ScreenLink resource={resource} kind="show" at={`/${document}`}>
      {label}
    </ScreenLink>
  );
}

/** Documents that would take other steps, or be decided otherwise, sooner or later. */
export function ApprovalDifferences({ approvals }: { approvals: Approvals }) {
  const { t } = useTranslation();
  const label = useLabel();
  const kinds = resourceNamed('flowConfig')?.schema.properties.documentKind?.['x-enum'];
  const minutes = (value: number | null) =>
    value === null ? '—' : t('whatIf.minutes', { count: Math.round(value) });
  const view = ({ flow, steps, outcome, minutes: taken, inTime }: View) => (
    <div>
      <strong>{t(`whatIf.decided.${outcome}`)}</strong> <span className="cw-figures">{minutes(taken)}</span>
      {inTime === false && <span> · {t('whatIf.late')}</span>}
      <div className="cw-soft">{flow === null ? t('whatIf.noFlow') : `${flow}: ${steps.join(' → ')}`}</div>
    </div>
  );
  return (
    <section aria-label={t('whatIf.part.approvals')}>
      <h2 className="what-if-heading">{t('whatIf.part.approvals')}</h2>
      <SummaryLine
        items={[
          [t('whatIf.evaluated'), approvals.evaluated],
          [t('whatIf.differ'), approvals.differ],
          [t('whatIf.outcomeDiffers'), approvals.outcomeDiffers],
          [t('whatIf.meanWait'), `${minutes(approvals.minutesBefore)} → ${minutes(approvals.minutesAfter)}`],
          [t('whatIf.lateCount'), `${approvals.lateBefore} → ${approvals.lateAfter}`],
        ]}
      />
      <p className="cw-soft what-if-note">{t('whatIf.estimateNote')}</p>
      {approvals.items.length < approvals.differ && (
        <p className="cw-soft">{t('whatIf.listed', { count: approvals.items.length })}</p>
      )}
      {approvals.items.length > 0 && (
        <Table<WhatIfApproval>
          size="small"
          rowKey={({ kind, resource, document, submittedAt }) =>
            `${kind} ${resource} ${document} ${submittedAt}`
          }
          scroll={{ x: 900 }}
          pagination={{ pageSize: 20, hideOnSinglePage: true }}
          dataSource={approvals.items}
          columns={[
            {
              title: t('whatIf.column.document'),
              width: 190,
              render: (_, one) => (
                <>
                  <div className="cw-soft">{label(kinds?.[one.kind], one.kind)}</div>
                  <DocumentLink {...one} />
                </>
              ),
            },
            {
              title: t('whatIf.column.filedAt'),
              width: 150,
              render: (_, { submittedAt }) => <span className="cw-figures">{localText(submittedAt)}</span>,
            },
            { title: t('whatIf.inForce'), render: (_, { before }) => view(before) },
            { title: t('whatIf.tried'), render: (_, { after }) => view(after) },
          ]}
        />
      )}
    </section>
  );
}
