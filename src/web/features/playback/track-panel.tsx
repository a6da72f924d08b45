import { useQuery } from '@tanstack/react-query';
import { App, Button, Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { figuresOf } from '#domain/surveillance/recording/track-figures.ts';
import type { TrackFormat } from '#domain/surveillance/recording/track-files.ts';
import { targetIdentity, targetName } from '#domain/surveillance/track/target-name.ts';
import { timesText } from '#web/client/clock.ts';
import { callService } from '#web/client/services.ts';
import { ShareButton } from '#web/features/sharing/share-button.tsx';
import { Facts } from '#web/map/facts.tsx';
import { bothUnits, kilometresPerHour, knots } from '#web/map/target-text.ts';
import { Failure } from '#web/ui/failure.tsx';
import { saveFile } from '#web/ui/save-file.ts';
import { unpackTrack } from './recorded-sky.ts';
import { TrackProfile } from './track-profile.tsx';
import { identityText } from './track-words.ts';

const formats: TrackFormat[] = ['gpx', 'kml', 'igc', 'csv', 'geojson', 'czml'];

/** How soon a track of a day that is not over is asked for again. */
const againMs = 30_000;

/** What a track between two moments (UTC ms) amounts to, and the files that it is handed on as. */
export function TrackPanel({ track, from, to }: { track: string; from: number; to: number }) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const span = { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
  const { data, error, refetch } = useQuery({
    queryKey: ['playback', 'track', track, span],
    queryFn: async () => {
      const { items } = await callService('Playback', 'GetTracks', { ...span, track });
      const [found] = items;
      return found ? unpackTrack(found) : null;
    },
    refetchInterval: () => (Date.now() < to ? againMs : false),
  });
  if (error) return <Failure title={t('playback.failed')} error={error} retry={() => void refetch()} />;
  if (data === undefined) return <Skeleton active title={false} paragraph={{ rows: 4 }} />;
  const figures = data && figuresOf(data.positions);
  if (!data || !figures) return <p className="cw-soft">{t('playback.none')}</p>;

  const save = async (format: TrackFormat) => {
    try {
      const { trackFormats } = await import('#domain/surveillance/recording/track-files.ts');
      const { type, write } = trackFormats[format];
      const { positions, icao24, addressType } = data;
      const name = targetName({ ...data, id: data.track });
      const identity = targetIdentity({ icao24, id: data.track });
      const day = new Date(figures.from).toISOString().slice(0, 10);
      const content = write({ name, icao24, identity, addressType, positions });
      saveFile(`${name.replaceAll(/[^\w~-]/g, '_')}-${day}.${format}`, new Blob([content], { type }));
    } catch {
      message.error(t('playback.exportFailed'));
    }
  };
  const minutes = Math.round(figures.airborneS / 60);
  const { minPressureAltitudeM: low, maxPressureAltitudeM: high, maxSpeedMps } = figures;
  const facts: [string, string][] = [
    [t('playback.identity'), identityText(t, data)],
    [
      t('playback.heard'),
      timesText(new Date(figures.from).toISOString(), new Date(figures.to).toISOString()),
    ],
    [t('playback.distance'), `${(figures.distanceM / 1000).toFixed(1)} km`],
    [t('playback.airborne'), `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')} min`],
    [
      t('playback.heights'),
      low === null || high === null ? '—' : `${bothUnits(low)} – ${bothUnits(high)} STD`,
    ],
    [t('playback.climb'), bothUnits(figures.climbM)],
    [
      t('playback.maxSpeed'),
      maxSpeedMps === null ? '—' : `${knots(maxSpeedMps)} · ${kilometresPerHour(maxSpeedMps)}`,
    ],
    [t('playback.positions'), String(data.positions.length)],
  ];
  return (
    <>
      <Facts facts={facts} />
      <TrackProfile positions={data.positions} />
      <p className="cw-soft">{t('playback.export')}</p>
      <div className="cw-bar playback-formats">
        {formats.map((format) => (
          <Button key={format} size="small" onClick={() => void save(format)}>
            {format.toUpperCase()}
          </Button>
        ))}
        <ShareButton
          what={{ kind: 'track', track, from: figures.from, to: figures.to + 1 }}
          title={targetName({ ...data, id: data.track })}
        />
      </div>
    </>
  );
}
