import { PauseOutlined, PlayCircleOutlined, SyncOutlined } from '@ant-design/icons';
import { Button, ConfigProvider } from 'antd';
import { type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import { clockText } from '#web/client/clock.ts';
import { currentUser } from '#web/client/session.ts';
import { useStore } from '#web/client/store.ts';
import { RelationSelect } from '#web/engine/relation-select.tsx';
import { DisplayControl } from '#web/features/identity/display/display-control.tsx';
import { ServerBanner } from '#web/map/server-banner.tsx';
import { ModeContext, useIsMobile } from '#web/ui/appearance.ts';
import { useDarkRoom } from '#web/ui/dark-room.ts';
import { Failure } from '#web/ui/failure.tsx';
import { useNow } from '#web/ui/flight-time.tsx';
import { FullScreenButton } from '#web/ui/full-screen-button.tsx';
import { idOf } from '#web/ui/id-of.ts';
import { GroupsPanel, StatesPanel } from './board-bars.tsx';
import { FlyingPanel, NextPanel, OverduePanel, WaitingPanel } from './board-lists.tsx';
import { BoardMap } from './board-map.tsx';
import { NoticesPanel } from './board-notices.tsx';
import type { Board, BoardUnit } from './board-types.ts';
import { HoursChart } from './hours-chart.tsx';
import { type BoardFeed, useBoard } from './use-board.ts';
import { useWallZoom } from './use-wall-zoom.ts';
import { WallAlerts } from './wall-alerts.tsx';
import '#web/ui/style/document.css';
import './board.css';

const everything: BoardUnit = { company: null, area: null };

/**
 * The wall of a room (specification §2, NavigationBigDataAdmin): all that the caller sees. `inTurn`: it takes turns with
 * others on a wall that has a head of its own.
 */
export function BoardPage({ inTurn = false }: { inTurn?: boolean }) {
  return <Wall unit={everything} inTurn={inTurn} />;
}

/**
 * The wall of one unit (NavigationBigDataAdmins): an operator, or the area of an organization unit, picked on
 * it and kept in its address. Who has a company of their own begins with it.
 */
export function UnitBoardPage() {
  const { t } = useTranslation();
  const [search, setSearch] = useSearchParams();
  const own = useStore(currentUser)?.actor.companyId ?? null;
  const company = idOf(search.get('company'));
  const area = idOf(search.get('area'));
  const unit: BoardUnit = area === null ? { company: company ?? own, area: null } : { company: null, area };
  const pick = (name: keyof BoardUnit) => (value: number | number[] | undefined) =>
    setSearch(typeof value === 'number' ? { [name]: String(value) } : {}, { replace: true });
  const chooser = (
    <>
      <RelationSelect
        resource="company"
        label={t('board.company')}
        placeholder={t('board.company')}
        value={unit.company ?? undefined}
        onChange={pick('company')}
      />
      <RelationSelect
        resource="organizationUnit"
        label={t('board.area')}
        placeholder={t('board.area')}
        filters={areas}
        value={unit.area ?? undefined}
        onChange={pick('area')}
      />
    </>
  );
  return <Wall unit={unit} chooser={chooser} />;
}

/** Units that stand for a part of the map. */
const areas: { field: string; operator: 'in'; value: unknown }[] = [
  { field: 'kind', operator: 'in', value: ['region', 'airTrafficBody', 'coverage', 'airspaceWatch'] },
];

/**
 * Dark whatever the theme, and in one view at 1920×1080: nobody scrolls a wall. On a phone it is a column.
 */
function Wall({ unit, chooser, inTurn = false }: { unit: BoardUnit; chooser?: ReactNode; inTurn?: boolean }) {
  const feed = useBoard(unit);
  const whole = useIsMobile();
  const [held, setHeld] = useState(false);
  const room = useRef<HTMLDivElement>(null);
  const zoom = useWallZoom(room);
  const { theme, variables } = useDarkRoom();
  const { data } = feed;
  return (
    <ModeContext value="dark">
      <ConfigProvider theme={theme} getPopupContainer={() => room.current ?? document.body}>
        <div
          ref={room}
          className="board"
          data-theme="dark"
          data-feed={feed.state}
          style={{ ...variables, zoom }}
        >
          {!inTurn && (
            <Head feed={feed} chooser={chooser} held={held} onHold={() => setHeld(!held)} room={room} />
          )}
          {!inTurn && <ServerBanner />}
          <Silence feed={feed} />
          {!chooser && <WallAlerts />}
          {data && (
            <>
              <BoardTotals board={data} />
              <div className="board-grid">
                <div className="board-column">
                  <StatesPanel states={data.states} held={held} whole={whole} />
                  <HoursChart board={data} />
                  <GroupsPanel name="companies" groups={data.companies} held={held} whole={whole} />
                  <GroupsPanel name="missionTypes" groups={data.missionTypes} held={held} whole={whole} />
                </div>
                <div className="board-column">
                  <BoardMap />
                  <div className="board-pair">
                    <WaitingPanel list={data.waiting} held={held} whole={whole} />
                    <NoticesPanel held={held} whole={whole} />
                  </div>
                </div>
                <div className="board-column">
                  <OverduePanel list={data.overdue} held={held} whole={whole} />
                  <FlyingPanel list={data.flying} held={held} whole={whole} />
                  <NextPanel list={data.next} held={held} whole={whole} />
                </div>
              </div>
            </>
          )}
        </div>
      </ConfigProvider>
    </ModeContext>
  );
}

function Head({
  feed,
  chooser,
  held,
  onHold,
  room,
}: {
  feed: BoardFeed;
  chooser: ReactNode;
  held: boolean;
  onHold: () => void;
  room: { current: HTMLDivElement | null };
}) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const now = useNow();
  const { local, utc, zone } = clockText(now);
  return (
    <header className="board-head">
      <h1>{feed.data?.unitName ? t('board.titleOf', { unit: feed.data.unitName }) : t('board.title')}</h1>
      {chooser && <div className="board-chooser">{chooser}</div>}
      <span className="cw-grow" />
      <Age feed={feed} />
      <span role="timer" className="board-clock cw-figures" aria-label={t('shell.clock')}>
        {local} {zone} <span>{utc}Z</span>
      </span>
      <Button
        icon={held ? <PlayCircleOutlined /> : <PauseOutlined />}
        aria-pressed={held}
        aria-label={t('board.hold')}
        title={t('board.hold')}
        onClick={onHold}
      />
      <Button
        icon={<SyncOutlined />}
        aria-label={t('board.turns')}
        title={t('board.turns')}
        onClick={() => void navigate('/statistics/wall?boards=flights,marked')}
      />
      <DisplayControl />
      <FullScreenButton room={room} />
    </header>
  );
}

/** How old the figures are: a word and a sign beside the colour. */
function Age({ feed: { state, ageMs } }: { feed: BoardFeed }) {
  const { t } = useTranslation();
  const sign = { loading: '◌', live: '●', polled: '◐', silent: '✕' }[state];
  return (
    <span className="board-age cw-figures" data-state={state}>
      <span aria-hidden="true">{sign}</span> {t(`board.feed.${state}`)}
      {ageMs !== null && ` · ${t('board.age', { seconds: Math.floor(ageMs / 1000) })}`}
    </span>
  );
}

/** A wall that stands still must not look like a quiet day. */
function Silence({ feed }: { feed: BoardFeed }) {
  const { t } = useTranslation();
  if (feed.state !== 'silent') return null;
  if (!feed.data && feed.error) {
    return <Failure title={t('board.failed')} error={feed.error} retry={feed.retry} />;
  }
  return (
    <div role="alert" className="board-silence">
      <span aria-hidden="true">⚠</span>{' '}
      {t('board.silent', { seconds: Math.floor((feed.ageMs ?? 0) / 1000), error: feed.error?.message ?? '' })}
      <Button size="small" onClick={feed.retry}>
        {t('board.retry')}
      </Button>
    </div>
  );
}

function BoardTotals({ board }: { board: Board }) {
  const { t } = useTranslation();
  const totals: [name: string, value: number | string, alarm?: boolean][] = [
    ['plans', board.totals.plans],
    ['flying', board.flying.total],
    ['flown', board.states.find(({ state }) => state === 10)?.count ?? 0],
    ['sorties', board.totals.sorties],
    ['hours', (board.totals.minutes / 60).toFixed(1)],
    ['waiting', board.waiting.total],
    ['delayed', board.totals.delayed],
    ['overdue', board.overdue.total, board.overdue.total > 0],
  ];
  return (
    <ul className="board-figures">
      {totals.map(([name, value, alarm]) => (
        <li key={name} data-figure={name} data-alarm={alarm || undefined}>
          <strong className="cw-figures">{value}</strong>
          <span>
            {alarm && <span aria-hidden="true">⚠ </span>}
            {t(`board.figure.${name}`)}
          </span>
        </li>
      ))}
    </ul>
  );
}
