import { useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { callService } from '#web/client/services.ts';
import { Failure } from '#web/ui/failure.tsx';
import { FlightTime } from '#web/ui/flight-time.tsx';
import { ExportCard } from './export-card.tsx';
import { ImportCard } from './import-card.tsx';
import '#web/ui/plain-table.css';
import './configuration.css';

/** Exports the configuration, previews and applies one of another installation, and lists what was applied. */
export function ConfigurationPage() {
  const { t } = useTranslation();
  const transfers = useQuery({
    queryKey: ['configurationTransfers'],
    queryFn: () => callService('ConfigurationTransfer', 'GetTransfers', {}),
  });
  return (
    <div className="cw-page configuration">
      <h1 className="cw-title">{t('configuration.title')}</h1>
      <p className="cw-soft configuration-text">{t('configuration.about')}</p>
      <ExportCard />
      <ImportCard onApplied={() => void transfers.refetch()} />
      <section className="configuration-card" aria-labelledby="configuration-history">
        <h2 id="configuration-history">{t('configuration.history')}</h2>
        {transfers.error && (
          <Failure
            title={t('configuration.historyFailed')}
            error={transfers.error}
            retry={() => void transfers.refetch()}
          />
        )}
        {transfers.isPending && <Skeleton active />}
        {transfers.data?.items.length === 0 && <p className="cw-soft">{t('configuration.noHistory')}</p>}
        {transfers.data && transfers.data.items.length > 0 && (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keyboard
          <section className="cw-plain-box" tabIndex={0} aria-label={t('configuration.history')}>
            <table className="cw-plain-table">
              <thead>
                <tr>
                  {['appliedAt', 'installation', 'reason', 'appliedBy', 'items'].map((column) => (
                    <th key={column} scope="col">
                      {t(`configuration.column.${column}`)}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {transfers.data.items.map((one) => (
                  <tr key={one.id}>
                    <th scope="row">
                      <Link to={`/permission/configuration/${one.id}`}>
                        <FlightTime at={one.appliedAt} year />
                      </Link>
                    </th>
                    <td>{one.installation}</td>
                    <td className="configuration-reason">{one.reason}</td>
                    <td>{one.appliedBy ?? '—'}</td>
                    <td>{t('configuration.counts', { added: one.added, changed: one.changed })}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
        )}
      </section>
    </div>
  );
}
