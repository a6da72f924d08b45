import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useAsyncAction } from '#web/client/async-action.ts';
import { localText } from '#web/client/clock.ts';
import { callService } from '#web/client/services.ts';
import { download } from '#web/engine/transfer/transfer-api.ts';
import { Failure } from '#web/ui/failure.tsx';
import { sizeText } from '#web/ui/size-text.ts';

const everyMs = 10_000;

/** The captures of a source's messages, to be downloaded and replayed; nothing where none are kept. */
export function RawFiles({ sourceId }: { sourceId: number }) {
  const { t } = useTranslation();
  const { data } = useQuery({
    queryKey: ['sources', 'raw', sourceId],
    queryFn: () => callService('SurveillanceSource', 'GetRaw', { id: sourceId }),
    refetchInterval: everyMs,
  });
  const { busy, failure, run } = useAsyncAction();
  if (!data || data.items.length === 0) return null;
  const save = (name: string) =>
    run(async () => {
      const query = new URLSearchParams({ id: String(sourceId), name });
      await download(`/api/services/app/SurveillanceSource/ExportRaw?${query}`);
    });
  return (
    <section aria-label={t('sources.raw')}>
      <h3>{t('sources.raw')}</h3>
      <ul className="cw-raw-files">
        {data.items.map(({ name, octets, from }) => (
          <li key={name}>
            <Button size="small" type="link" disabled={busy} onClick={() => void save(name)}>
              {localText(from)} · {sizeText(octets)}
            </Button>
          </li>
        ))}
      </ul>
      {failure !== null && <Failure title={t('sources.rawFailed')} error={failure} />}
    </section>
  );
}
