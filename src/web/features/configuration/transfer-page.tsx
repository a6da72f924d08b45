import { useQuery } from '@tanstack/react-query';
import { Button, Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useParams } from 'react-router';
import { configurationSections } from '#domain/configuration/item.ts';
import { useAsyncAction } from '#web/client/async-action.ts';
import { useLocale } from '#web/client/locale.ts';
import { callService } from '#web/client/services.ts';
import { Failure } from '#web/ui/failure.tsx';
import { FlightTime } from '#web/ui/flight-time.tsx';
import { ComparedItemLine } from './compared-item.tsx';
import { Section } from './comparison-list.tsx';
import { previousFile } from './previous-file.ts';
import './configuration.css';

/** One transfer: who applied what, when and why, and each value before and after. */
export function TransferPage() {
  const { t } = useTranslation();
  const locale = useLocale();
  const id = Number(useParams().id);
  const navigate = useNavigate();
  const { busy, failure, run } = useAsyncAction();
  const { data, error, refetch } = useQuery({
    queryKey: ['configurationTransfer', id, locale],
    queryFn: () => callService('ConfigurationTransfer', 'GetTransfer', { id }),
    retry: false,
  });
  const restore = () =>
    run(async () => {
      const { file } = await callService('ConfigurationTransfer', 'GetPrevious', { id });
      previousFile.put(file);
      await navigate('/permission/configuration');
    });
  return (
    <div className="cw-page configuration">
      <header className="cw-bar">
        <h1 className="cw-title">{t('configuration.transfer', { id })}</h1>
        <span className="cw-grow" />
        <Link to="/permission/configuration">{t('configuration.title')}</Link>
      </header>
      {error && (
        <Failure title={t('configuration.transferFailed')} error={error} retry={() => void refetch()} />
      )}
      {!data && !error && <Skeleton active />}
      {data && (
        <>
          <dl className="configuration-facts">
            {(
              [
                ['appliedAt', <FlightTime key="appliedAt" at={data.appliedAt} year />],
                ['appliedBy', data.appliedBy ?? '—'],
                ['reason', data.reason],
                ['installation', data.installation],
                ['version', data.productVersion],
                ['madeAt', <FlightTime key="madeAt" at={data.madeAt} year />],
                ['hash', <code key="hash">{data.fileHash}</code>],
              ] as const
            ).map(([fact, value]) => (
              <div key={fact}>
                <dt>{t(`configuration.fact.${fact}`)}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
          <p className="configuration-text">
            {t('configuration.counts', { added: data.added, changed: data.changed })}
          </p>
          {configurationSections.map((section) => {
            const own = data.items.filter((item) => item.section === section);
            return own.length === 0 ? null : (
              <Section key={section} name={t(`configuration.section.${section}`)} items={own}>
                {(item) => <ComparedItemLine key={item.id} item={item} />}
              </Section>
            );
          })}
          {failure !== null && <Failure title={t('configuration.restoreFailed')} error={failure} />}
          {data.changed > 0 && (
            <div className="configuration-apply">
              <Button loading={busy} onClick={() => void restore()}>
                {t('configuration.restore')}
              </Button>
              <span className="cw-soft">{t('configuration.restoreText')}</span>
            </div>
          )}
        </>
      )}
    </div>
  );
}
