import { Button, Empty, Segmented } from 'antd';
import { type KeyboardEvent, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { stateKey } from '#domain/plans/states.ts';
import { instantAt, localText, serviceZone, timesText, wallDigits } from '#web/client/clock.ts';
import { pressedKey } from '#web/ui/composing.ts';
import { useNow } from '#web/ui/flight-time.tsx';
import { stateLook } from '#web/ui/plan-state-tag.tsx';
import { type Scale, scaleOf, scales, type TimeWindow, windowOf } from './query-state.ts';
import { ShownOf } from './shown-of.tsx';
import { type Bar, type Lane, lanesOf, nextBar, placeOn, wholeOf } from './time-line-model.ts';
import type { AnswerProps } from './use-query.ts';

const hourMs = 3_600_000;
/** Milliseconds between two marks of the scale. */
const markMs: Record<Scale, number> = { hours: hourMs, day: 2 * hourMs, week: 24 * hourMs };

/** Width of the names of the lanes, pixels; as in query.css. */
const namesPx = 110;

/** Plans in time: a lane for each aircraft or callsign, a bar for each sortie as filed, a line for what was flown, and now. */
export function TimeLine({ answer, state, change }: AnswerProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const now = useNow(15_000);
  const box = useRef<HTMLDivElement>(null);
  const lanes = useMemo(() => lanesOf(answer.items, state.by, now), [answer.items, state.by, now]);
  // Where the rows are is known with them; what was chosen, at once.
  const shown = (state.at === '' && answer.shown) || windowOf(state, now, serviceZone());
  const [pointed, setPointed] = useState<string | null>(null);
  const focused = lanes.some(({ bars }) => bars.some(({ key }) => key === pointed))
    ? pointed
    : (lanes[0]?.bars[0]?.key ?? null);
  const scale = scaleOf(state);
  const { from, to } = shown;
  const firstAt = lanes[0]
    ? Math.min(...lanes.flatMap(({ bars }) => bars.map((bar) => wholeOf(bar).from)))
    : from;
  const aboutMs = state.at === '' || state.at === 'now' ? null : Date.parse(state.at);
  // On a phone it is wider than its box: there too the moment that it is about stands a quarter in.
  const scrollToMoment = useCallback(() => {
    if (!box.current) return;
    const { scrollWidth, clientWidth } = box.current;
    const clock = Date.now();
    const moment = aboutMs ?? (clock >= from && clock < to ? clock : firstAt);
    const place = placeOn(moment, moment + 1, { from, to })?.left ?? 0;
    box.current.scrollLeft = ((scrollWidth - namesPx) * place) / 100 - (clientWidth - namesPx) / 4;
  }, [aboutMs, from, to, firstAt]);
  const drawn = lanes.length > 0;
  useLayoutEffect(() => {
    if (drawn) scrollToMoment();
  }, [drawn, scrollToMoment]);
  const toNow = () => {
    change({ at: 'now' });
    scrollToMoment();
  };
  const pan = (by: number) => {
    const quarter = (shown.to - shown.from) / 4;
    change({ at: new Date(shown.from + quarter + by * (shown.to - shown.from)).toISOString() });
  };
  const zoom = (by: 1 | -1) => {
    const next = scales[scales.indexOf(scale) + by];
    if (next) change({ scale: next });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const key = pressedKey(event);
    if (key === '+' || key === '=') zoom(-1);
    else if (key === '-') zoom(1);
    else if (key === '[' || key === 'PageUp') pan(-0.5);
    else if (key === ']' || key === 'PageDown') pan(0.5);
    else if (key === 'Home') toNow();
    else if (key.startsWith('Arrow')) {
      const next = nextBar(lanes, focused, key);
      if (next) {
        setPointed(next.key);
        box.current?.querySelector<HTMLElement>(`[data-bar="${next.key}"]`)?.focus();
      }
    } else return;
    event.preventDefault();
  };
  const marks: number[] = [];
  const step = markMs[scale];
  // Marks stand at full hours and midnights of the service's wall.
  const last = Date.parse(`${wallDigits(shown.to)}Z`);
  for (
    let wall = Math.ceil(Date.parse(`${wallDigits(shown.from)}Z`) / step) * step;
    wall <= last;
    wall += step
  ) {
    const mark = instantAt(new Date(wall).toISOString().slice(0, 19));
    // An hour that summer time leaves out is the next one.
    if (mark < shown.to && mark !== marks.at(-1)) marks.push(mark);
  }
  const nowAt = placeOn(now, now + 1, shown);
  return (
    <section className="time-line" aria-label={t('plan.query.timeline')}>
      <div className="cw-bar">
        <Segmented<Scale>
          size="small"
          aria-label={t('plan.query.scale')}
          value={scale}
          onChange={(next) => change({ scale: next })}
          options={scales.map((value) => ({ value, label: t(`plan.query.scale.${value}`) }))}
        />
        <Segmented<'aircraft' | 'callsign'>
          size="small"
          aria-label={t('plan.query.by')}
          value={state.by}
          onChange={(by) => change({ by })}
          options={[
            { value: 'aircraft', label: t('plan.query.by.aircraft') },
            { value: 'callsign', label: t('plan.query.by.callsign') },
          ]}
        />
        <Button size="small" onClick={() => pan(-0.5)}>
          ← {t('plan.query.earlier')}
        </Button>
        <Button size="small" onClick={toNow}>
          {t('plan.query.now')}
        </Button>
        <Button size="small" onClick={() => pan(0.5)}>
          {t('plan.query.later')} →
        </Button>
        <span className="cw-figures plan-soft">
          {localText(new Date(shown.from).toISOString()).slice(0, 16)} –{' '}
          {localText(new Date(shown.to).toISOString())}
        </span>
        <span className="cw-grow" />
        <span className="plan-soft time-line-keys">{t('plan.query.keys')}</span>
      </div>
      {!drawn ? (
        <Empty description={t('plan.query.noneThen')} style={{ padding: 48 }}>
          <Nearest nearest={answer.nearest} change={change} />
        </Empty>
      ) : (
        <div
          ref={box}
          className="time-line-box"
          role="toolbar"
          aria-label={t('plan.query.bars')}
          onKeyDown={onKeyDown}
        >
          <div className="time-line-body">
            <div className="time-line-scale cw-figures" aria-hidden="true">
              {marks.map((at) => (
                <span key={at} style={{ left: `${placeOn(at, at + step, shown)?.left ?? 0}%` }}>
                  {markText(at, scale)}
                </span>
              ))}
            </div>
            {lanes.map((lane) => (
              <LaneView
                key={lane.key}
                lane={lane}
                shown={shown}
                marks={marks}
                focused={focused}
                onPoint={setPointed}
                onOpen={(bar) => void navigate(`/navigation/details?id=${bar.plan.id}`)}
              />
            ))}
            {nowAt && (
              <div
                className="time-line-now"
                style={{ left: `calc(${namesPx}px + (100% - ${namesPx}px) * ${nowAt.left / 100})` }}
              >
                <span>{t('plan.query.now')}</span>
              </div>
            )}
          </div>
        </div>
      )}
      <ShownOf answer={answer} />
    </section>
  );
}

/** Where the plans are that a window without any lies between. */
function Nearest({
  nearest,
  change,
}: { nearest: AnswerProps['answer']['nearest'] } & Pick<AnswerProps, 'change'>) {
  const { t } = useTranslation();
  if (!nearest) return null;
  return (
    <div className="cw-bar time-line-nearest">
      {(['before', 'after'] as const).map((side) => {
        const at = nearest[side];
        if (at === null) return null;
        const iso = new Date(at).toISOString();
        return (
          <Button key={side} size="small" onClick={() => change({ at: iso })}>
            {t(`plan.query.nearest.${side}`, { at: localText(iso) })}
          </Button>
        );
      })}
    </div>
  );
}

function markText(at: number, scale: Scale): string {
  const local = localText(new Date(at).toISOString());
  return scale === 'week' || local.slice(11, 16) === '00:00' ? local.slice(5, 10) : local.slice(11, 16);
}

/** Of a bar with its gap, of a bar, and of the line of what was flown, pixels. */
const [levelPx, barPx, flownPx] = [30, 26, 5];

function LaneView({
  lane,
  shown,
  marks,
  focused,
  onPoint,
  onOpen,
}: {
  lane: Lane;
  shown: TimeWindow;
  marks: number[];
  focused: string | null;
  onPoint: (key: string) => void;
  onOpen: (bar: Bar) => void;
}) {
  return (
    <div className="time-line-lane" style={{ height: lane.levels * levelPx + 6 }}>
      <strong className="cw-figures">{lane.name}</strong>
      <div className="time-line-track">
        {marks.map((at) => (
          <i key={at} style={{ left: `${placeOn(at, at + 1, shown)?.left ?? 0}%` }} />
        ))}
        {lane.bars.map((bar) => (
          <BarView
            key={bar.key}
            bar={bar}
            shown={shown}
            focused={bar.key === focused}
            onPoint={onPoint}
            onOpen={onOpen}
          />
        ))}
      </div>
    </div>
  );
}

/** A sortie as it was filed, and the line of what was flown of it, which may begin before and end after it. */
function BarView({
  bar,
  shown,
  focused,
  onPoint,
  onOpen,
}: {
  bar: Bar;
  shown: TimeWindow;
  focused: boolean;
  onPoint: (key: string) => void;
  onOpen: (bar: Bar) => void;
}) {
  const { t } = useTranslation();
  const filed = placeOn(bar.from, bar.to, shown);
  const flown = bar.flown && placeOn(bar.flown.from, bar.flown.to, shown);
  // Who is out of the window by the plan is still pointed at by what they flew.
  const place = filed ?? flown;
  if (!place) return null;
  const { glyph, tone } = stateLook(bar.state);
  const word = t(stateKey(bar.state, { restricted: bar.plan.restricted }));
  const spanText = ({ from, to }: TimeWindow) =>
    timesText(new Date(from).toISOString(), new Date(to).toISOString());
  const times = [
    spanText(bar),
    bar.flown &&
      t(bar.plan.realEta ? 'plan.query.flown' : 'plan.query.flying', { times: spanText(bar.flown) }),
  ].filter(Boolean);
  const top = bar.level * levelPx + 3;
  return (
    <>
      <button
        type="button"
        className="time-line-bar plan-state"
        data-bar={bar.key}
        data-tone={tone}
        data-state={bar.state}
        data-filed={filed !== null}
        tabIndex={focused ? 0 : -1}
        aria-label={[bar.task.callsign, word, ...times].join(' ')}
        title={[`${bar.task.callsign} ${bar.plan.planNumber}`, word, ...times].join('\n')}
        style={{ left: `${place.left}%`, width: `${place.width}%`, top }}
        onFocus={() => onPoint(bar.key)}
        onClick={() => onOpen(bar)}
      >
        <span aria-hidden="true">{glyph}</span> {bar.task.callsign}
      </button>
      {flown && (
        <span
          className="time-line-flown plan-state"
          data-tone={tone}
          data-flown={bar.key}
          style={{ left: `${flown.left}%`, width: `${flown.width}%`, top: top + barPx - flownPx }}
        />
      )}
    </>
  );
}
