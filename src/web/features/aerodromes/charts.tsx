import { FilePdfOutlined } from '@ant-design/icons';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLiveChanges } from '#web/client/live.ts';
import { FilePreview } from '#web/engine/files/file-preview.tsx';
import { linkTo, listFiles, type RecordFile } from '#web/engine/files/files-api.ts';
import { isShowable } from '#web/engine/files/showable.ts';
import { Failure } from '#web/ui/failure.tsx';
import './aerodromes.css';

/** An image or a PDF that is filed as a chart, or without a kind under a name that says so. */
const isChart = ({ kind, name, mediaType }: RecordFile): boolean =>
  isShowable(mediaType) !== null && (kind === 'chart' || (kind === null && /chart|图/i.test(name)));

/** The charts among the files of an aerodrome, as many as the user may read; nothing where there are none. */
export function AerodromeCharts({ airport }: { airport: number }) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const [opened, setOpened] = useState<RecordFile | null>(null);
  const of = { resource: 'airport', id: airport };
  const { data, error, refetch } = useQuery({
    queryKey: ['files', 'airport', airport, 'without'],
    queryFn: () => listFiles(of, 'without'),
  });
  const refresh = useCallback(
    () => void queryClient.invalidateQueries({ queryKey: ['files', 'airport', airport] }),
    [queryClient, airport],
  );
  useLiveChanges('airport', refresh, airport);
  if (error) return <Failure title={t('files.listFailed')} error={error} retry={() => void refetch()} />;
  const charts = data?.filter(isChart) ?? [];
  if (charts.length === 0) return null;
  return (
    <section aria-label={t('aerodrome.charts')}>
      <strong>{t('aerodrome.charts')}</strong>
      <ul className="aerodrome-charts">
        {charts.map((file) => (
          <li key={file.id}>
            <button type="button" className="cw-link" onClick={() => setOpened(file)}>
              {isShowable(file.mediaType) === 'image' ? (
                <Thumbnail airport={airport} file={file} />
              ) : (
                <FilePdfOutlined aria-hidden />
              )}
              <span>{file.name}</span>
            </button>
          </li>
        ))}
      </ul>
      {opened && <FilePreview of={of} file={opened} onClose={() => setOpened(null)} />}
    </section>
  );
}

function Thumbnail({ airport, file }: { airport: number; file: RecordFile }) {
  const { data } = useQuery({
    queryKey: ['file-link', 'airport', airport, file.id],
    queryFn: () => linkTo({ resource: 'airport', id: airport }, file.id),
    staleTime: 600_000,
    gcTime: 600_000,
  });
  // The name is next to it.
  return <img src={data?.file} alt="" loading="lazy" />;
}
