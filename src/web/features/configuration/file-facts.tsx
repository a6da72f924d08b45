import { Alert } from 'antd';
import { useTranslation } from 'react-i18next';
import type { ConfigurationPreview } from '#contract/configuration-transfer.ts';
import { FlightTime } from '#web/ui/flight-time.tsx';

/** From where a file comes. */
export function FileFacts({ name, file }: { name: string; file: ConfigurationPreview }) {
  const { t } = useTranslation();
  const facts = [
    ['file', name],
    ['installation', file.installation],
    ['version', file.productVersion],
    ['madeAt', <FlightTime key="madeAt" at={file.madeAt} year />],
    ['madeBy', file.madeBy],
    ['hash', <code key="hash">{file.hash}</code>],
    ['key', <code key="key">{file.key}</code>],
  ] as const;
  return (
    <>
      <dl className="configuration-facts">
        {facts.map(([fact, value]) => (
          <div key={fact}>
            <dt>{t(`configuration.fact.${fact}`)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className="cw-soft configuration-text">{t(`configuration.origin.${file.origin}`)}</p>
      {file.newer && <Alert type="warning" showIcon message={t('configuration.newer')} />}
    </>
  );
}
