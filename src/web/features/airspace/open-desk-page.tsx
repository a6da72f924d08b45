import { LeftOutlined, RightOutlined } from '@ant-design/icons';
import { Button, Empty, Segmented, Skeleton } from 'antd';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import type { AirspaceItem } from '#contract/airspace/airspace-output.ts';
import { formatLimits } from '#domain/geo/altitude.ts';
import { activations } from '#domain/time/activation.ts';
import { dayOf, onDay } from '#domain/time/wall-clock.ts';
import { useHolds } from '#web/client/access.ts';
import { serviceZone, wallDigits, zoneLabel } from '#web/client/clock.ts';
import { useDeskKeys } from '#web/ui/desk-keys.ts';
import { Failure } from '#web/ui/failure.tsx';
import { useNow } from '#web/ui/flight-time.tsx';
import type { AirspaceAct } from './airspace-act.ts';
import { AirspaceActDialog, type PendingAct } from './airspace-act-dialog.tsx';
import { airspaceName, useAirspacePlaceOf, useAirspaceWord } from './airspace-place.ts';
import { useAirspaces, useLiveAirspaces } from './airspace-queries.ts';
import { OpenTag } from './airspace-state-tag.tsx';
import { openSegments } from './open-segments.ts';
import '#web/ui/style/document.css';
import './airspace.css';
import { pressedKey } from '#web/ui/composing.ts';

type Which = 'used' | 'open' | 'closed' | 'all';
/** Those who watch or control an airspace record its openings. */
const recorders = ['Pages.AirspaceApproval'];

/**
 * Open and close (/situation/airspaceOpen): the airspaces of a day with their times of use on a line, and what is open now.
 * J and K go along the rows, O opens, C closes, Enter shows the airspace.
 */
export function OpenDeskPage() {
  const { t } = useTranslation();
  const timeZone = serviceZone();
  const now = useNow(30_000);
  const [days, setDays] = useState(0);
  const [which, setWhich] = useState<Which>('used');
  const [pending, setPending] = useState<PendingAct | null>(null);
  /** The row that the keys mean; null: the first. */
  const [current, setCurrent] = useState<number | null>(null);
  const records = useHolds(recorders);
  const box = useRef<HTMLOListElement>(null);
  const navigate = useNavigate();
  useLiveAirspaces();
  const from = onDay(now, days, '00:00', timeZone);
  const to = onDay(now, days + 1, '00:00', timeZone);
  const query = useAirspaces({
    library: true,
    states: [1],
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
    sorting: 'name asc',
  });
  const rows = (query.data?.items ?? []).map((airspace) => ({
    airspace,
    spans: activations(airspaceTimes(airspace), { from, to }, timeZone),
  }));
  const counts: Record<Which, number> = {
    used: rows.filter(({ spans, airspace }) => spans.length > 0 && isWatched(airspace)).length,
    open: rows.filter(({ airspace }) => airspace.openState === 'open').length,
    closed: rows.filter(({ airspace }) => airspace.openState === 'closed').length,
    all: rows.length,
  };
  const shown = rows.filter(({ airspace, spans }) =>
    which === 'all'
      ? true
      : which === 'used'
        ? spans.length > 0 && isWatched(airspace)
        : airspace.openState === which,
  );

  const act = (action: AirspaceAct, airspace: AirspaceItem) => setPending({ action, airspace });
  const place = Math.max(
    0,
    shown.findIndex(({ airspace }) => airspace.id === current),
  );
  const row = shown[place]?.airspace;
  const go = (by: 1 | -1) => {
    // The first key only says where one is.
    const next = shown[current === null ? place : Math.max(0, Math.min(shown.length - 1, place + by))];
    if (!next) return;
    setCurrent(next.airspace.id);
    box.current?.querySelector<HTMLElement>(`[data-id="${next.airspace.id}"]`)?.focus();
  };
  const acts = (action: 'open' | 'close', state: string) => () => {
    if (records && row && row.openState !== state) act(action, row);
  };
  useDeskKeys(
    {
      j: () => go(1),
      arrowdown: () => go(1),
      k: () => go(-1),
      arrowup: () => go(-1),
      o: acts('open', 'open'),
      c: acts('close', 'closed'),
    },
    pending === null,
  );

  return (
    <div className="cw-page plan-stack">
      <header className="cw-bar">
        <h1 className="cw-title">{t('airspace.desk.title')}</h1>
        <span className="cw-bar">
          <Button
            icon={<LeftOutlined />}
            aria-label={t('airspace.desk.before')}
            onClick={() => setDays(days - 1)}
          />
          <span className="cw-figures">{dayOf(from, timeZone)}</span>
          <Button
            icon={<RightOutlined />}
            aria-label={t('airspace.desk.after')}
            onClick={() => setDays(days + 1)}
          />
        </span>
        {days !== 0 && <Button onClick={() => setDays(0)}>{t('airspace.version.today')}</Button>}
        <span className="cw-grow" />
        <Segmented<Which>
          value={which}
          onChange={setWhich}
          aria-label={t('airspace.desk.which')}
          options={(['used', 'open', 'closed', 'all'] as const).map((one) => ({
            value: one,
            label: `${t(`airspace.desk.which.${one}`)} ${counts[one]}`,
          }))}
        />
      </header>
      <p className={records ? 'plan-soft airspace-keys' : 'plan-soft'} style={{ margin: 0 }}>
        {t(records ? 'airspace.desk.keys' : 'airspace.desk.readOnly')}
      </p>
      {query.error && (
        <Failure title={t('airspace.desk.failed')} error={query.error} retry={() => void query.refetch()} />
      )}
      {!query.data && !query.error && <Skeleton active paragraph={{ rows: 8 }} title={false} />}
      {query.data && shown.length === 0 && <Empty description={t(`airspace.desk.empty.${which}`)} />}
      <ol ref={box} className="airspace-rows">
        {shown.map(({ airspace, spans }) => (
          <DeskRow
            key={airspace.id}
            airspace={airspace}
            spans={spans}
            from={from}
            to={to}
            now={days === 0 ? now : null}
            records={records}
            current={airspace.id === row?.id}
            onCurrent={() => setCurrent(airspace.id)}
            onEnter={() => void navigate(`/situation/detailsAir?id=${airspace.id}`)}
            onAct={act}
          />
        ))}
      </ol>
      <AirspaceActDialog pending={pending} onClose={() => setPending(null)} />
    </div>
  );
}

/** What lasts for years at all hours (a control zone) is no work of a day's desk, until somebody opens or closes it. */
function isWatched({ schedule, validTo, openState }: AirspaceItem): boolean {
  return Boolean(schedule?.length) || Boolean(validTo) || Boolean(openState);
}

function airspaceTimes({ validFrom = null, validTo = null, schedule }: AirspaceItem) {
  const times = (schedule ?? []).flatMap(({ days, startTime, endTime }) =>
    startTime !== undefined && endTime !== undefined ? [{ days, startTime, endTime }] : [],
  );
  return { validFrom, validTo, schedule: times };
}

function DeskRow({
  airspace,
  spans,
  from,
  to,
  now,
  records,
  current,
  onCurrent,
  onEnter,
  onAct,
}: {
  airspace: AirspaceItem;
  spans: { from: number; to: number }[];
  /** Beginning and end of the day, UTC ms. */
  from: number;
  to: number;
  /** Null on another day. */
  now: number | null;
  records: boolean;
  /** The keys of the desk mean this one. */
  current: boolean;
  onCurrent: () => void;
  onEnter: () => void;
  onAct: (action: AirspaceAct, airspace: AirspaceItem) => void;
}) {
  const { t } = useTranslation();
  const word = useAirspaceWord();
  const placeOf = useAirspacePlaceOf();
  const percent = (at: number) => (100 * Math.max(0, Math.min(to, at) - from)) / (to - from);
  const clock = (at: number) => (at >= to ? '24:00' : wallDigits(at).slice(11, 16));
  const { openState } = airspace;
  const name = airspaceName(airspace);
  const inUse = now !== null && spans.some((span) => span.from <= now && now < span.to);
  return (
    <li
      className="airspace-row"
      data-row
      data-id={airspace.id}
      data-current={current || undefined}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the keys of the desk act on the row that has the focus
      tabIndex={0}
      aria-label={name}
      onFocus={onCurrent}
      onKeyDown={(event) => {
        if (pressedKey(event) === 'Enter' && event.target === event.currentTarget) onEnter();
      }}
    >
      <div>
        <Link to={`/situation/detailsAir?id=${airspace.id}`}>
          <strong>{name}</strong>
        </Link>{' '}
        <span className="cw-figures plan-soft">{airspace.designator}</span>
        <div className="plan-soft">
          {word('kind', airspace.kind)} ·{' '}
          <span className="cw-figures">{formatLimits(airspace.lower, airspace.upper)}</span>
        </div>
        {airspace.companyName && <div className="plan-soft">{airspace.companyName}</div>}
      </div>
      <div aria-live="polite">
        {openState ? (
          <OpenTag state={openState} />
        ) : (
          <span className="plan-soft">{t('airspace.desk.notRecorded')}</span>
        )}
        {now !== null && (
          <div className="plan-soft">{t(inUse ? 'airspace.desk.inUse' : 'airspace.desk.notInUse')}</div>
        )}
        {airspace.openReason && <q>{airspace.openReason}</q>}
      </div>
      <div>
        <div className="airspace-bar" aria-hidden="true">
          {spans
            .flatMap((span) => openSegments(span, airspace))
            .map(({ from: start, to: end, state }) => (
              <span
                key={start}
                data-open={state ?? 'none'}
                style={{ left: `${percent(start)}%`, width: `${percent(end) - percent(start)}%` }}
              />
            ))}
          {now !== null && <i style={{ left: `${percent(now)}%` }} />}
        </div>
        <div className="airspace-scale cw-figures" aria-hidden="true">
          <span>00</span>
          <span>06</span>
          <span>12</span>
          <span>18</span>
          <span>24</span>
        </div>
        <div className="cw-figures plan-soft">
          <span className="cw-hidden">{placeOf('schedule')}: </span>
          {spans.length === 0
            ? t('airspace.desk.noTimes')
            : `${spans.map((span) => `${clock(span.from)}–${clock(span.to)}`).join(' ')} ${zoneLabel(from)}`}
        </div>
      </div>
      {records && (
        <div className="cw-bar">
          <Button
            type={openState === 'open' ? 'default' : 'primary'}
            disabled={openState === 'open'}
            aria-haspopup="dialog"
            data-action="open"
            onClick={() => onAct('open', airspace)}
          >
            {t('airspace.act.name.open')}
          </Button>
          <Button
            danger
            disabled={openState === 'closed'}
            aria-haspopup="dialog"
            data-action="close"
            onClick={() => onAct('close', airspace)}
          >
            {t('airspace.act.name.close')}
          </Button>
        </div>
      )}
    </li>
  );
}
