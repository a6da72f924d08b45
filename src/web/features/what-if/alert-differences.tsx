import { Table } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { WhatIfAlert, WhatIfDifference, WhatIfResult } from '#contract/what-if.ts';
import { localText } from '#web/client/clock.ts';
import { useLabel } from '#web/client/locale.ts';
import { resourceNamed } from '#web/client/record-types.ts';
import { momentLink } from '#web/features/playback/moment-link.ts';
import { SummaryLine } from './summary-line.tsx';

type Alerts = NonNullable<WhatIfResult['alerts']>;

/**
 * Alerts that would be raised, would not, or at another level or time, of several changes with those that bear on it; each
 * leads to its moment in the playback.
 */
export function AlertDifferences({
  alerts,
  differences,
}: {
  alerts: Alerts;
  differences: readonly WhatIfDifference[];
}) {
  const { t } = useTranslation();
  const label = useLabel();
  const nameOf = ({ resource: name, label: record, field }: WhatIfDifference) => {
    const schema = resourceNamed(name)?.schema.properties[field];
    return name === 'parameter' ? record : `${record}: ${label(schema?.['x-label'], field)}`;
  };
  const level = (value: WhatIfAlert['before']) =>
    value === null ? <span className="cw-soft">{t('whatIf.notRaised')}</span> : t(`alert.level.${value}`);
  return (
    <section aria-label={t('whatIf.part.alerts')}>
      <h2 className="what-if-heading">{t('whatIf.part.alerts')}</h2>
      <SummaryLine
        items={[
          [t('whatIf.raisedBefore'), alerts.raisedBefore],
          [t('whatIf.raisedAfter'), alerts.raisedAfter],
          [t('whatIf.differ'), alerts.differ],
        ]}
      />
      {alerts.leftOut.length > 0 && (
        <details className="what-if-note">
          <summary>{t('whatIf.leftOut', { count: alerts.leftOut.length })}</summary>
          <ul>
            {alerts.leftOut.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </details>
      )}
      {alerts.items.length < alerts.differ && (
        <p className="cw-soft">{t('whatIf.listed', { count: alerts.items.length })}</p>
      )}
      {alerts.items.length > 0 && (
        <Table<WhatIfAlert>
          size="small"
          rowKey={({ net, raisedAt, targets, before, after }) =>
            [net, raisedAt, targets.join(), before, after].join(' ')
          }
          scroll={{ x: differences.length > 1 ? 1200 : 1000 }}
          pagination={{ pageSize: 20, hideOnSinglePage: true }}
          dataSource={alerts.items}
          columns={[
            {
              title: t('whatIf.column.at'),
              width: 150,
              render: (_, { raisedAt, track }) => (
                <Link to={momentLink(raisedAt, track ?? undefined)} className="cw-figures">
                  {localText(raisedAt)}
                </Link>
              ),
            },
            {
              title: t('alerts.column.kind'),
              width: 130,
              render: (_, { net }) => t(`alert.net.${net}`),
            },
            { title: t('whatIf.column.targets'), width: 150, render: (_, { targets }) => targets.join(', ') },
            { title: t('whatIf.inForce'), width: 110, render: (_, { before }) => level(before) },
            { title: t('whatIf.tried'), width: 110, render: (_, { after }) => level(after) },
            ...(differences.length > 1
              ? [
                  {
                    title: t('whatIf.column.causes'),
                    width: 200,
                    render: (_: unknown, { causes }: WhatIfAlert) => {
                      const found = causes.flatMap((place) => differences[place] ?? []);
                      if (found.length === 0) return <span className="cw-soft">{t('whatIf.noCause')}</span>;
                      return (
                        <ul className="what-if-reasons">
                          {found.map((one) => (
                            <li key={`${one.resource} ${one.id} ${one.field}`}>{nameOf(one)}</li>
                          ))}
                        </ul>
                      );
                    },
                  },
                ]
              : []),
            {
              title: t('whatIf.column.why'),
              render: (_, { reason, earlierS }) => (
                <>
                  {reason}
                  {earlierS !== 0 && (
                    <span className="cw-soft">
                      {' '}
                      {t(earlierS > 0 ? 'whatIf.earlier' : 'whatIf.later', { count: Math.abs(earlierS) })}
                    </span>
                  )}
                </>
              ),
            },
          ]}
        />
      )}
    </section>
  );
}
