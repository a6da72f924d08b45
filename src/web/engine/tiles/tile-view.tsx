import { DownloadOutlined, UnorderedListOutlined } from '@ant-design/icons';
import { Button, Skeleton, Table } from 'antd';
import { useId, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Aggregate } from '#domain/record/aggregates.ts';
import type { Resource } from '#domain/record/resource.ts';
import { isAlongTime, type Tile } from '#domain/statistics/tile.ts';
import type { Locale } from '#domain/text/label.ts';
import { nameIn } from '#domain/text/name-in.ts';
import { useLocale } from '#web/client/locale.ts';
import { useResource } from '#web/client/record-types.ts';
import { useReadable } from '#web/engine/list/readable.ts';
import { HeatMap } from '#web/map/heat-map.tsx';
import { useMode } from '#web/ui/appearance.ts';
import { Chart, chartAxis, chartBase } from '#web/ui/chart.tsx';
import { Failure } from '#web/ui/failure.tsx';
import { palette } from '#web/ui/palette.ts';
import { saveFile } from '#web/ui/save-file.ts';
import { useRowsThatFit } from '#web/ui/use-rows-that-fit.ts';
import { figureText, recordsPath, type TileRow, useTile, useTileRows } from './tile-data.ts';
import './tiles.css';

interface Props {
  tile: Tile;
  /** Asked for again so often; false: once. */
  refreshMs: number | false;
  /** For a wall: letters that are read from five metres, no buttons. */
  wall?: boolean;
}

/** What people call a tile, in their language where it has a name in it. */
export function tileTitle({ title, titleEn }: Tile, locale: Locale): string {
  return nameIn({ name: title, nameEn: titleEn }, locale);
}

/** A figure, a chart, a table or a map of records of any type, with the list of what it counts. */
export function TileView(props: Props) {
  const { t } = useTranslation();
  const locale = useLocale();
  const resource = useResource(props.tile.resource);
  const title = tileTitle(props.tile, locale);
  if (!resource) {
    return (
      <section className="cw-tile" aria-label={title}>
        <h2>{title}</h2>
        <p className="cw-note">{t('dashboard.type', { name: props.tile.resource })}</p>
      </section>
    );
  }
  return <Known {...props} entry={resource} title={title} />;
}

function Known({
  tile: whole,
  refreshMs,
  wall = false,
  entry,
  title,
}: Props & { entry: Resource; title: string }) {
  const { t } = useTranslation();
  const id = useId();
  const resource = useReadable(entry);
  const [box, fits] = useRowsThatFit<HTMLElement>(sizes.wall.row, { above: aboveWallRows });
  const tile = useMemo(() => (wall ? wallTile(whole, resource, fits) : whole), [whole, wall, resource, fits]);
  const { data, error, isFetching, refetch } = useTile(tile, resource, refreshMs);
  const rows = useTileRows(tile, resource, data);
  return (
    <section
      ref={box}
      className="cw-tile"
      data-chart={tile.chart}
      data-wall={wall || undefined}
      aria-labelledby={id}
      aria-busy={isFetching && !data}
    >
      <header>
        <h2 id={id}>{title}</h2>
        {!wall && data && (
          <span className="cw-tile-tools">
            {tile.chart !== 'figure' && tile.chart !== 'map' && (
              <Button
                type="text"
                icon={<DownloadOutlined />}
                aria-label={t('dashboard.export', { title })}
                title={t('dashboard.export', { title })}
                onClick={() => saveFile(`${title}.csv`, sheetOf(title, rows))}
              />
            )}
            <Link
              to={recordsPath(tile, resource)}
              aria-label={t('dashboard.records', { title })}
              title={t('dashboard.records', { title })}
            >
              <UnorderedListOutlined />
            </Link>
          </span>
        )}
      </header>
      {error && !data && <Failure title={t('dashboard.failed')} error={error} retry={() => void refetch()} />}
      {error && data && <p className="cw-tile-old">⚠ {t('dashboard.old')}</p>}
      {!data && !error && <Skeleton active title={false} paragraph={{ rows: 3 }} />}
      {data && <Drawn tile={tile} resource={resource} answer={data} rows={rows} title={title} wall={wall} />}
    </section>
  );
}

/** No more lines than this on a wall, however high it is. */
const mostOnWall = 6;
/** The title of a tile and the room around it, pixels (tiles.css). */
const aboveWallRows = 84;

/** Only as many groups as find their place, the last of them being the rest. */
function wallTile(tile: Tile, resource: Resource, fits: number): Tile {
  if (tile.by === undefined || tile.chart === 'map' || isAlongTime(tile, resource)) return tile;
  const most = Math.max(1, Math.min(fits, mostOnWall) - 1);
  return { ...tile, most: Math.min(tile.most ?? most, most) };
}

interface DrawnProps {
  tile: Tile;
  resource: Resource;
  answer: Aggregate;
  rows: TileRow[];
  title: string;
  wall: boolean;
}

function Drawn(props: DrawnProps) {
  const { t } = useTranslation();
  const { tile, resource, answer, rows, title, wall } = props;
  if (tile.chart === 'figure') {
    const text = figureText(answer.total.value, tile, resource);
    return (
      <p className="cw-tile-figure cw-figures">
        {wall ? text : <Link to={recordsPath(tile, resource)}>{text}</Link>}
      </p>
    );
  }
  if (tile.chart === 'map') {
    if (answer.cells.length === 0) return <p className="cw-note">{t('dashboard.nothing')}</p>;
    return <HeatMap cells={answer.cells} degrees={answer.degrees ?? 1} label={title} />;
  }
  if (rows.length === 0) return <p className="cw-note">{t('dashboard.nothing')}</p>;
  if (tile.chart === 'table') return <Rows {...props} />;
  return (
    <>
      <RowsChart {...props} />
      {!wall && (
        <details>
          <summary>{t('statistics.table')}</summary>
          <Rows {...props} />
        </details>
      )}
    </>
  );
}

/** Sizes of letters and bars, pixels: of a desk, and of a wall that is read from five metres. */
const sizes = { desk: { letters: 12, bar: 18, row: 28 }, wall: { letters: 30, bar: 34, row: 44 } } as const;

/** Bars lie along names and stand along the time; a line is always along the time. */
function RowsChart({ tile, resource, rows, title, wall }: DrawnProps) {
  const mode = useMode();
  const timed = isAlongTime(tile, resource);
  const size = wall ? sizes.wall : sizes.desk;
  const option = useMemo(() => {
    const { soft, ink } = palette[mode];
    const names = rows.map(({ name }) => name);
    const letters = { color: soft, fontSize: size.letters, hideOverlap: true };
    const series = {
      name: title,
      type: tile.chart === 'line' ? 'line' : 'bar',
      barMaxWidth: timed ? 28 : size.bar,
      lineStyle: { width: wall ? 6 : 2 },
      symbol: 'circle',
      symbolSize: wall ? 10 : 4,
      data: rows.map(({ value }) => value),
    };
    const base = { ...chartBase(mode), legend: { show: false } };
    if (timed) {
      return {
        ...base,
        grid: { left: 8, right: 16, top: 12, bottom: 4, containLabel: true },
        xAxis: chartAxis(mode, 'category', {
          data: names,
          // Below the letters of the other axis.
          axisLabel: { ...letters, margin: size.letters * 0.7 },
        }),
        yAxis: chartAxis(mode, 'value', {
          axisLabel: letters,
          splitNumber: wall ? 3 : 5,
          ...(tile.measure === 'count' ? { minInterval: 1 } : {}),
        }),
        series: [series],
      };
    }
    return {
      ...base,
      grid: { left: 8, right: wall ? 150 : 72, top: 4, bottom: 4, containLabel: true },
      xAxis: chartAxis(mode, 'value', { axisLabel: { show: false }, splitLine: { show: false } }),
      yAxis: chartAxis(mode, 'category', {
        inverse: true,
        data: names,
        axisLabel: { ...letters, width: wall ? 300 : 130, overflow: 'truncate' },
      }),
      series: [
        {
          ...series,
          label: {
            show: true,
            position: 'right',
            color: ink,
            fontSize: size.letters,
            formatter: ({ dataIndex }: { dataIndex: number }) =>
              figureText(rows[dataIndex]?.value ?? null, tile, resource),
          },
        },
      ],
    };
  }, [rows, tile, resource, title, mode, timed, wall, size]);
  const words = rows.slice(0, 12).map(({ name, value }) => `${name} ${figureText(value, tile, resource)}`);
  const height = wall ? '100%' : timed ? 220 : Math.max(90, size.row * rows.length + 12);
  return (
    <div className="cw-tile-chart">
      <Chart option={option} height={height} label={`${title}: ${words.join(', ')}`} />
    </div>
  );
}

function Rows({ tile, resource, rows, title, wall }: DrawnProps) {
  const { t } = useTranslation();
  return (
    <Table<TileRow & { at: number }>
      size="small"
      className="cw-table"
      aria-label={title}
      rowKey="at"
      dataSource={rows.map((row, at) => ({ ...row, at }))}
      pagination={!wall && rows.length > 12 ? { pageSize: 12, showSizeChanger: false, size: 'small' } : false}
      columns={[
        {
          title: t('dashboard.name'),
          dataIndex: 'name',
          render: (name: string, { link }) => (link && !wall ? <Link to={link}>{name}</Link> : name),
        },
        {
          title: t(`dashboard.measure.${tile.measure}`),
          dataIndex: 'value',
          align: 'right',
          render: (value: number | null) => (
            <span className="cw-figures">{figureText(value, tile, resource)}</span>
          ),
        },
      ]}
    />
  );
}

/** Names and figures as CSV, for a spreadsheet: with a byte order mark, and what begins as a formula made harmless. */
function sheetOf(title: string, rows: readonly TileRow[]): Blob {
  const cell = (text: string) => `"${(/^[=+\-@\t\r]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;
  const lines = rows.map(({ name, value }) => `${cell(name)},${value ?? ''}`);
  return new Blob([`\uFEFF${[`${cell(title)},`, ...lines].join('\r\n')}\r\n`], {
    type: 'text/csv;charset=utf-8',
  });
}
