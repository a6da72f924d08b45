import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { isObject } from '#domain/text/narrow.ts';
import { mapColours } from '#web/map/map-colours.ts';
import { zulu } from '#web/map/target-text.ts';
import { useMode } from '#web/ui/appearance.ts';
import { Chart, chartAxis, chartBase } from '#web/ui/chart.tsx';
import { type Mode, palette } from '#web/ui/palette.ts';
import { heightAxis } from './height-axis.ts';
import { trackColour } from './incident-map.tsx';
import { IncidentRows } from './incident-rows.tsx';
import type { SkyTrack } from './recorded-sky.ts';
import { heightFields, longestGapMs, measured, type SeparationOverTime } from './separation.ts';
import { metresText, separationText, trackName } from './track-words.ts';

/** The most points of a line, and rows of its table. */
const mostPoints = 400;
const mostRows = 24;

interface Span {
  /** UTC ms. */
  from: number;
  to: number;
}

/** Horizontal and vertical separation of two aircraft over time, with the smallest distance marked. */
export function SeparationCharts({
  separation: { steps, least, datum },
  span,
}: {
  separation: SeparationOverTime;
  span: Span;
}) {
  const { t } = useTranslation();
  const mode = useMode();
  const drawn = useMemo(() => thinned(steps, mostPoints, least?.at), [steps, least]);
  const across = t('playback.incident.horizontal');
  const up =
    datum === null
      ? null
      : t('playback.incident.verticalSeparation', { datum: t(`playback.datum.${datum}`) });
  const options = useMemo(() => {
    const chart = (name: string, field: 'horizontalM' | 'verticalM') => ({
      ...timeBase(mode, span),
      // Positions are not measured to fractions of a metre.
      yAxis: chartAxis(mode, 'value', { name: 'm', min: 0, minInterval: 10 }),
      series: [
        {
          name,
          type: 'line',
          showSymbol: false,
          data: lineOf(drawn, (one) => one[field]),
        },
        ...(least && least[field] !== null
          ? [leastMark(mode, least.at, least[field], `${metresText(least[field])} · ${zulu(least.at)}`)]
          : []),
      ],
    });
    return { across: chart(across, 'horizontalM'), up: up === null ? null : chart(up, 'verticalM') };
  }, [mode, span, drawn, least, across, up]);
  if (!least) return <p className="cw-soft">{t('playback.incident.notMeasured')}</p>;
  const says = t('playback.incident.least', { figures: separationText(t, least) });
  return (
    <figure className="incident-chart">
      <Chart option={options.across} height={180} label={`${across}. ${says}`} />
      {options.up && <Chart option={options.up} height={160} label={`${up}. ${says}`} />}
      <figcaption className="cw-soft">
        {says} {t('playback.incident.utc')}
      </figcaption>
      <details className="incident-values">
        <summary>{t('playback.incident.values')}</summary>
        <IncidentRows
          heads={['at', 'horizontal', 'vertical']}
          rows={thinned(steps, mostRows, least.at).map(({ at, horizontalM, verticalM }) => [
            zulu(at),
            metresText(horizontalM),
            verticalM === null ? '—' : metresText(verticalM),
          ])}
        />
      </details>
    </figure>
  );
}

/** Heights of tracks over time: of one track in all its datums, of several in the first datum of each. */
export function HeightsChart({ tracks, span }: { tracks: readonly SkyTrack[]; span: Span }) {
  const { t } = useTranslation();
  const mode = useMode();
  const lines = useMemo(
    () =>
      tracks.flatMap((track, index) => {
        const positions = measured(track.positions).filter(({ at }) => at >= span.from && at <= span.to);
        const fields = heightFields.filter((field) => positions.some((one) => one[field] !== null));
        return (tracks.length === 1 ? fields : fields.slice(0, 1)).map((field) => ({
          name: [tracks.length === 1 ? '' : trackName(track), t(`playback.datum.${field}`)]
            .filter(Boolean)
            .join(' · '),
          field,
          // As on the map beside it.
          colour: tracks.length === 1 ? undefined : mapColours[mode][trackColour(index)],
          points: positions.map((one) => ({ at: one.at, heightM: one[field] })),
        }));
      }),
    [tracks, span, t, mode],
  );
  const option = useMemo(
    () => ({
      ...timeBase(mode, span),
      yAxis: heightAxis(mode),
      series: lines.map(({ name, colour, points }) => ({
        name,
        ...(colour && { itemStyle: { color: colour } }),
        type: 'line',
        showSymbol: false,
        data: lineOf(thinned(points, mostPoints), ({ heightM }) => heightM),
      })),
    }),
    [mode, span, lines],
  );
  if (lines.length === 0) return <p className="cw-soft">{t('playback.incident.noHeights')}</p>;
  const rowTimes = thinned(
    [...new Set(lines.flatMap(({ points }) => points.map(({ at }) => at)))].sort((a, b) => a - b),
    mostRows,
  );
  const columns = lines.map(({ points }) => heightsAt(points, rowTimes));
  const said = lines.map(({ name, points }) => `${name} ${rangeText(points)}`).join('; ');
  return (
    <figure className="incident-chart">
      <Chart option={option} height={220} label={`${t('playback.incident.overTime')}: ${said}`} />
      <figcaption className="cw-soft">
        {new Set(lines.map(({ field }) => field)).size > 1 && t('playback.profile.datums')}{' '}
        {t('playback.incident.utc')}
      </figcaption>
      <details className="incident-values">
        <summary>{t('playback.incident.values')}</summary>
        <IncidentRows
          heads={['at', ...lines.map(({ name }) => ({ name }))]}
          rows={rowTimes.map((at, row) => [
            zulu(at),
            ...columns.map((heights) => (heights[row] == null ? '—' : metresText(heights[row]))),
          ])}
        />
      </details>
    </figure>
  );
}

/** The height of the last position at each of these ascending times; null: unknown, or the position is too old. */
function heightsAt(
  points: readonly { at: number; heightM: number | null }[],
  times: readonly number[],
): (number | null)[] {
  let next = 0;
  return times.map((at) => {
    while ((points[next]?.at ?? Number.POSITIVE_INFINITY) <= at) next += 1;
    const last = points[next - 1];
    return last && at - last.at <= longestGapMs ? last.heightM : null;
  });
}

function timeBase(mode: Mode, { from, to }: Span) {
  const base = chartBase(mode);
  return {
    ...base,
    useUTC: true,
    // The unit of the axis stands between it and the legend.
    grid: { left: 8, right: 16, top: 48, bottom: 4, containLabel: true },
    tooltip: {
      ...(isObject(base.tooltip) ? base.tooltip : {}),
      axisPointer: {
        type: 'line',
        label: { formatter: ({ value }: { value: unknown }) => zulu(Math.round(Number(value))) },
      },
      valueFormatter: (value: unknown) => (typeof value === 'number' ? metresText(value) : '—'),
    },
    xAxis: chartAxis(mode, 'value', {
      type: 'time',
      min: from,
      max: to,
      minInterval: 60_000,
      axisLabel: { color: palette[mode].soft, hideOverlap: true, formatter: '{HH}:{mm}' },
    }),
  };
}

/** One point with its label, as a series: the ECharts components that mark points are not loaded. */
function leastMark(mode: Mode, at: number, value: number, text: string) {
  const { ink } = palette[mode];
  return {
    type: 'line',
    symbol: 'diamond',
    symbolSize: 10,
    itemStyle: { color: ink },
    tooltip: { show: false },
    data: [[at, rounded(value)]],
    label: { show: true, position: 'top', color: ink, formatter: text },
  };
}

const rounded = (value: number | null) => (value === null ? null : Math.round(value));

function rangeText(points: readonly { heightM: number | null }[]): string {
  const heights = points.flatMap(({ heightM }) => heightM ?? []);
  return `${metresText(Math.min(...heights))} – ${metresText(Math.max(...heights))}`;
}

/** About `most` of them at equal steps, with the first, the last and the one at `always`. */
function thinned<T extends number | { at: number }>(all: readonly T[], most: number, always?: number): T[] {
  const every = Math.max(1, Math.ceil(all.length / most));
  const atOf = (one: T) => (typeof one === 'number' ? one : one.at);
  return all.filter((one, index) => index % every === 0 || index === all.length - 1 || atOf(one) === always);
}

/** A line of them, interrupted where nothing was measured for longer than the points are apart. */
function lineOf<T extends { at: number }>(
  points: readonly T[],
  read: (point: T) => number | null,
): [at: number, value: number | null][] {
  const stepMs = ((points.at(-1)?.at ?? 0) - (points[0]?.at ?? 0)) / Math.max(1, points.length - 1);
  return points.flatMap((one, index): [number, number | null][] => {
    const before = points[index - 1];
    const isGap = before !== undefined && one.at - before.at > Math.max(longestGapMs, 3 * stepMs);
    const point: [number, number | null] = [one.at, rounded(read(one))];
    return isGap ? [[before.at + 1, null], point] : [point];
  });
}
