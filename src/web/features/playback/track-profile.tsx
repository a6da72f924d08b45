import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { inverse } from '#domain/geo/geodesy.ts';
import type { Geometry } from '#domain/geo/geojson.ts';
import type { RecordedPosition } from '#domain/surveillance/recording/positions.ts';
import { useTerrainProfile } from '#web/map/use-ground.ts';
import { useMode } from '#web/ui/appearance.ts';
import { Chart, chartAxis, chartBase } from '#web/ui/chart.tsx';
import { heightAxis } from './height-axis.ts';
import './playback.css';

/** Points of a track that a profile is drawn from. */
const most = 400;

/** Heights of a track along its way, each by its own datum, and the ground below where that is known. */
export function TrackProfile({ positions }: { positions: readonly RecordedPosition[] }) {
  const { t } = useTranslation();
  const mode = useMode();
  const thinned = useMemo(() => {
    const every = Math.ceil(positions.length / most);
    let distanceM = 0;
    let before: RecordedPosition | undefined;
    return positions
      .filter((_, index) => index % every === 0 || index === positions.length - 1)
      .map((position) => {
        if (before) distanceM += inverse(before, position).distanceM;
        before = position;
        return { ...position, distanceM };
      });
  }, [positions]);
  const line = useMemo(
    (): Geometry => ({
      type: 'LineString',
      coordinates: thinned.map(({ longitude, latitude }) => [longitude, latitude]),
    }),
    [thinned],
  );
  const { data, isError } = useTerrainProfile(line);
  const series = (field: 'pressureAltitudeM' | 'amslAltitudeM' | 'geometricAltitudeM') =>
    thinned.map((one) => [one.distanceM / 1000, one[field] === null ? null : Math.round(one[field])]);
  const lines = [
    { name: t('playback.profile.pressure'), data: series('pressureAltitudeM') },
    { name: t('playback.profile.amsl'), data: series('amslAltitudeM') },
    { name: t('playback.profile.geometric'), data: series('geometricAltitudeM') },
  ].filter((one) => one.data.some(([, height]) => height !== null));
  const ground = (data?.items ?? []).map(({ distanceM, elevationM }) => [
    distanceM / 1000,
    elevationM === null ? null : Math.round(elevationM),
  ]);
  const known = ground.filter(([, height]) => height !== null).length;
  const option = {
    ...chartBase(mode),
    // The unit stands right of the axis.
    grid: { left: 8, right: 32, top: 36, bottom: 4, containLabel: true },
    xAxis: chartAxis(mode, 'value', { name: 'km' }),
    yAxis: heightAxis(mode, { fromGround: known > 0 }),
    series: [
      ...lines.map((one) => ({ ...one, type: 'line', showSymbol: false, sampling: 'lttb' })),
      ...(known > 0
        ? [
            {
              name: t('playback.profile.ground'),
              data: ground,
              type: 'line',
              showSymbol: false,
              areaStyle: { opacity: 0.35 },
              itemStyle: { color: '#8d7444' },
            },
          ]
        : []),
    ],
  };
  const note = isError
    ? t('map.ground.failed')
    : data && !data.installed
      ? t('map.ground.none')
      : data && known === 0
        ? t('map.ground.unknown')
        : data && known < ground.length
          ? t('playback.profile.partly')
          : '';
  return (
    <figure className="playback-profile">
      <Chart option={option} height={180} label={t('playback.profile')} />
      <figcaption className="cw-soft">
        {t('playback.profile.datums')} {note}
      </figcaption>
    </figure>
  );
}
