import { ClockCircleOutlined } from '@ant-design/icons';
import { Switch } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import type { InputOf, OutputOf } from '#contract/services.ts';
import type { WaitingDocument } from '#contract/statistics.ts';
import { localText } from '#web/client/clock.ts';
import { callService, formInput } from '#web/client/services.ts';
import { CountedList } from './counted-list.tsx';
import { documentColumns } from './document-columns.tsx';
import { KindChoice } from './kind-choice.tsx';
import { desks, type WaitingState, waitingSearch, waitingStateOf } from './waiting-state.ts';

/** The documents that the service's work counts as waiting now. */
export function WaitingPage() {
  const { t } = useTranslation();
  const [search, setSearch] = useSearchParams();
  const state = waitingStateOf(search);
  const change = (next: Partial<WaitingState>) => setSearch(waitingSearch({ ...state, page: 1, ...next }));
  const { kind, overdue, companies, page } = state;
  const input = {
    ...(kind === null ? {} : { kind }),
    ...(companies.length > 0 ? { companies } : {}),
    overdue,
  };
  return (
    <CountedList<WaitingDocument, OutputOf<'Statistics', 'GetWaiting'>>
      title={t('statistics.waitingList')}
      empty={t('statistics.waitingList.empty')}
      input={input}
      read={(window) =>
        callService(
          'Statistics',
          'GetWaiting',
          formInput<InputOf<'Statistics', 'GetWaiting'>>({ ...input, ...window }),
        )
      }
      file="ExportWaiting"
      back={{ to: '/statistics/navigationFSS', title: t('statistics.service') }}
      refetchMs={60_000}
      page={page}
      onPage={(next) => change({ page: next })}
      rowKey={({ kind: of, document }) => `${of} ${document}`}
      links={kind !== null && <Link to={desks[kind]}>{t('statistics.waitingList.desk')}</Link>}
      choices={() => (
        <div className="cw-bar">
          <KindChoice kind={kind} onChange={(next) => change({ kind: next })} />
          <Switch
            aria-label={t('statistics.waitingList.overdueOnly')}
            checked={overdue}
            onChange={(next) => change({ overdue: next })}
          />
          <span aria-hidden>{t('statistics.waitingList.overdueOnly')}</span>
        </div>
      )}
      companies={companies}
      chosen={() => [
        kind !== null && t(`statistics.kind.${kind}`),
        overdue && t('statistics.waitingList.overdueOnly'),
      ]}
      columns={[
        ...documentColumns(t),
        {
          key: 'since',
          title: t('statistics.waitingList.since'),
          cell: ({ since }) => <span className="cw-figures">{since ? localText(since) : '—'}</span>,
        },
        {
          key: 'dueAt',
          title: t('statistics.waitingList.dueAt'),
          cell: ({ dueAt, isOverdue }) => (
            <span className="cw-figures">
              {dueAt ? localText(dueAt) : '—'}
              {isOverdue && (
                <strong>
                  {' '}
                  <ClockCircleOutlined aria-hidden /> {t('statistics.work.overdue')}
                </strong>
              )}
            </span>
          ),
        },
      ]}
    />
  );
}
