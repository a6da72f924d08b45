import { DesktopOutlined, EditOutlined, PrinterOutlined } from '@ant-design/icons';
import { Button, Empty, Select, Skeleton } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router';
import type { DashboardRecord } from '#domain/record/records.gen.ts';
import { nameIn } from '#domain/text/name-in.ts';
import { ability } from '#web/client/access.ts';
import { useLocale } from '#web/client/locale.ts';
import { PrintSheet } from '#web/engine/show/print-sheet.tsx';
import { TileView } from '#web/engine/tiles/tile-view.tsx';
import { Failure } from '#web/ui/failure.tsx';
import { BoardTiles } from './board-tiles.tsx';
import { boardPath, useDashboards } from './dashboards.ts';

/** One dashboard: its tiles with their tables and the lists that they count; the others a choice away. */
export function DashboardPage() {
  const { t } = useTranslation();
  const locale = useLocale();
  const navigate = useNavigate();
  const id = Number(useParams().id);
  const { boards, query } = useDashboards();
  const [printing, setPrinting] = useState(false);
  const board = boards.find((each) => each.id === id);
  return (
    <div className="cw-page cw-dashboard">
      <header className="cw-bar">
        <h1 className="cw-title">{board ? nameIn(board, locale) : t('dashboard.title')}</h1>
        <span className="cw-grow" />
        {boards.length > 0 && (
          <Select<number>
            aria-label={t('dashboard.choose')}
            placeholder={t('dashboard.choose')}
            value={board?.id}
            onChange={(next) => void navigate(boardPath(next))}
            options={boards.map((each) => ({ value: each.id, label: nameIn(each, locale) }))}
            popupMatchSelectWidth={false}
            style={{ minWidth: 200 }}
          />
        )}
        {board && (
          <>
            <Button icon={<PrinterOutlined />} onClick={() => setPrinting(true)}>
              {t('show.print')}
            </Button>
            <Button
              icon={<DesktopOutlined />}
              onClick={() => void navigate(`/statistics/wall?boards=${board.id}`)}
            >
              {t('dashboard.wall')}
            </Button>
            {ability.can('update', 'dashboard') && (
              <Button
                icon={<EditOutlined />}
                onClick={() => void navigate(`/statistics/dashboards/${board.id}/edit`)}
              >
                {t('list.edit')}
              </Button>
            )}
          </>
        )}
      </header>
      {query.error && (
        <Failure title={t('dashboard.failed')} error={query.error} retry={() => void query.refetch()} />
      )}
      {query.isLoading && <Skeleton active paragraph={{ rows: 8 }} />}
      {query.isSuccess && !board && <Empty description={t('dashboard.gone')} />}
      {board && <BoardTiles board={board} />}
      {printing && board && <Paper board={board} onClose={() => setPrinting(false)} />}
    </div>
  );
}

/** Every tile with its figures, each divided one as its table. */
function Paper({ board, onClose }: { board: DashboardRecord; onClose: () => void }) {
  const locale = useLocale();
  return (
    <PrintSheet title={nameIn(board, locale)} onClose={onClose}>
      {board.tiles.map((tile, place) => (
        <TileView
          // biome-ignore lint/suspicious/noArrayIndexKey: a tile is known by its place alone
          key={place}
          tile={tile.chart === 'bar' || tile.chart === 'line' ? { ...tile, chart: 'table' } : tile}
          refreshMs={false}
        />
      ))}
    </PrintSheet>
  );
}
