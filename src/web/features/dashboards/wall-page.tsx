import { LeftOutlined, PauseOutlined, PlayCircleOutlined, RightOutlined } from '@ant-design/icons';
import { useQueryClient } from '@tanstack/react-query';
import { Button, ConfigProvider, Empty } from 'antd';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { nameIn } from '#domain/text/name-in.ts';
import { clockText } from '#web/client/clock.ts';
import { useHubState } from '#web/client/hub.ts';
import { useLocale } from '#web/client/locale.ts';
import { DisplayControl } from '#web/features/identity/display/display-control.tsx';
import { BoardPage } from '#web/features/plans/board/board-page.tsx';
import { useWallZoom } from '#web/features/plans/board/use-wall-zoom.ts';
import { WallAlerts } from '#web/features/plans/board/wall-alerts.tsx';
import { ServerBanner } from '#web/map/server-banner.tsx';
import { ModeContext, useIsMobile } from '#web/ui/appearance.ts';
import { useDarkRoom } from '#web/ui/dark-room.ts';
import { Failure } from '#web/ui/failure.tsx';
import { useNow } from '#web/ui/flight-time.tsx';
import { FullScreenButton } from '#web/ui/full-screen-button.tsx';
import { isTyping } from '#web/ui/is-typing.ts';
import { BoardTiles } from './board-tiles.tsx';
import { useDashboards } from './dashboards.ts';
import { isStale, type WallBoard, wallBoards } from './wall-turns.ts';
import './wall.css';
import { pressedKey } from '#web/ui/composing.ts';

/** As small as a wall is drawn on a desk. */
const leastZoom = 0.4;

/** The boards of a wall, one after the other, for as long as nobody comes: everything is kept up in place. */
export function WallPage() {
  const { t } = useTranslation();
  const [address] = useSearchParams();
  const { boards, query } = useDashboards();
  const turns = useMemo(() => wallBoards(address, boards), [address, boards]);
  const [place, setPlace] = useState(0);
  const [held, setHeld] = useState(false);
  const room = useRef<HTMLDivElement>(null);
  // On a desk the same picture, smaller; on a phone a column.
  const zoom = useWallZoom(room, useIsMobile() ? 1 : leastZoom);
  const { theme, variables } = useDarkRoom();
  const turn = turns[place % Math.max(1, turns.length)];
  const step = useCallback(
    (by: number) => setPlace((now) => (now + by + turns.length) % Math.max(1, turns.length)),
    [turns.length],
  );

  // One timer at a time, of the board that stands.
  const seconds = turn?.seconds ?? 0;
  useEffect(() => {
    void place;
    if (held || turns.length < 2) return;
    const timer = setTimeout(() => step(1), seconds * 1000);
    return () => clearTimeout(timer);
  }, [held, place, seconds, step, turns.length]);

  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      if (event.target instanceof HTMLElement && event.target.closest('button')) {
        if (pressedKey(event) === ' ' || pressedKey(event) === 'Enter') return;
      }
      if (pressedKey(event) === ' ') setHeld((now) => !now);
      else if (pressedKey(event) === 'ArrowRight' || pressedKey(event) === 'PageDown') step(1);
      else if (pressedKey(event) === 'ArrowLeft' || pressedKey(event) === 'PageUp') step(-1);
      else return;
      event.preventDefault();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [step]);

  return (
    <ModeContext value="dark">
      <ConfigProvider theme={theme} getPopupContainer={() => room.current ?? document.body}>
        <div ref={room} className="wall" data-theme="dark" style={{ ...variables, zoom }}>
          <header className="wall-head">
            <Title turn={turn} />
            <span className="cw-grow" />
            <WallClock />
            {turns.length > 1 && (
              <>
                <span className="cw-figures wall-place">
                  {t('dashboard.wall.place', { place: (place % turns.length) + 1, count: turns.length })}
                </span>
                <Button
                  icon={<LeftOutlined />}
                  aria-label={t('dashboard.wall.before')}
                  title={t('dashboard.wall.before')}
                  onClick={() => step(-1)}
                />
                <Button
                  icon={held ? <PlayCircleOutlined /> : <PauseOutlined />}
                  aria-pressed={held}
                  aria-label={t('dashboard.wall.hold')}
                  title={t('dashboard.wall.hold')}
                  onClick={() => setHeld(!held)}
                />
                <Button
                  icon={<RightOutlined />}
                  aria-label={t('dashboard.wall.next')}
                  title={t('dashboard.wall.next')}
                  onClick={() => step(1)}
                />
              </>
            )}
            <DisplayControl />
            <FullScreenButton room={room} />
          </header>
          {turns.length > 1 && (
            <div className="wall-progress" aria-hidden="true">
              <span
                key={`${place} ${held}`}
                style={{ animationDuration: `${seconds}s`, animationPlayState: held ? 'paused' : 'running' }}
              />
            </div>
          )}
          <ServerBanner />
          {turn?.kind === 'board' && <Silence refreshS={turn.board.refreshS ?? 60} />}
          {query.error && boards.length === 0 && (
            <Failure title={t('dashboard.failed')} error={query.error} retry={() => void query.refetch()} />
          )}
          {query.isSuccess && !turn && <Empty description={t('dashboard.wall.none')} />}
          {turn?.kind === 'board' && <WallAlerts />}
          <div className="wall-room">
            {turn?.kind === 'flights' && <BoardPage inTurn />}
            {turn?.kind === 'board' && <BoardTiles key={turn.board.id} board={turn.board} wall />}
          </div>
        </div>
      </ConfigProvider>
    </ModeContext>
  );
}

function Title({ turn }: { turn: WallBoard | undefined }) {
  const { t } = useTranslation();
  const locale = useLocale();
  if (turn?.kind === 'board') return <h1>{nameIn(turn.board, locale)}</h1>;
  return <h1>{t(turn ? 'board.title' : 'dashboard.wall.title')}</h1>;
}

function WallClock() {
  const { t } = useTranslation();
  const { local, utc, zone } = clockText(useNow());
  return (
    <span role="timer" className="wall-clock cw-figures" aria-label={t('shell.clock')}>
      {local} {zone} <span>{utc}Z</span>
    </span>
  );
}

/** A wall that stands still must not look like a quiet day. */
function Silence({ refreshS }: { refreshS: number }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const hub = useHubState('chat');
  const now = useNow();
  const shown = client.getQueryCache().findAll({ queryKey: ['tile'], type: 'active' });
  const times = shown.map(({ state }) => state.dataUpdatedAt).filter((at) => at > 0);
  const oldest = times.length > 0 ? Math.min(...times) : null;
  const failing = shown.some(({ state }) => state.fetchFailureCount > 0 || state.status === 'error');
  if (isStale(oldest, refreshS, now)) {
    return (
      <p role="alert" className="wall-silence">
        <span aria-hidden="true">⚠</span>{' '}
        {t('dashboard.wall.stale', { seconds: Math.floor((now - (oldest ?? now)) / 1000) })}
      </p>
    );
  }
  if (failing || hub === 'lost' || hub === 'reconnecting') {
    return (
      <p role="status" className="wall-silence" data-mild>
        <span aria-hidden="true">◐</span> {t('dashboard.wall.reconnecting')}
      </p>
    );
  }
  return null;
}
