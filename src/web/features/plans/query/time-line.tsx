import { Button, Empty, Segmented } from 'antd';
import { type KeyboardEvent, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { stateKey } from '#domain/plans/states.ts';
import { instantAt, localText, wallDigits } from '#web/client/clock.ts';
import { useNow } from '#web/ui/flight-time.tsx';
import { stateLook } from '#web/ui/plan-state-tag.tsx';
import { type Scale, scales, windowOf } from './query-state.ts';
import { ShownOf } from './shown-of.tsx';
import { type Bar, type Lane, lanesOf, nextBar, placeOn } from './time-line-model.ts';
import type { AnswerProps } from './use-query.ts';

const hourMs = 3_600_000;
/** Milliseconds between two marks of the scale. */
const markMs: Record<Scale, number> = { hours: hourMs, day: 2 * hourMs, week: 24 * hourMs };

/** Width of the names of the lanes, pixels; as in query.css. */
const namesPx = 110;

/** Plans in time: a lane for each aircraft or callsign, a bar for each sortie, what was flown inside it, and now. */
export function TimeLine({ answer, state, change }: AnswerProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const now = useNow(15_000);
  const box = useRef<HTMLDivElement>(null);
  const lanes = useMemo(() => lanesOf(answer.items, state.by), [answer.items, state.by]);
  const shown = windowOf(state, now);
  const [pointed, setPointed] = useState<string | null>(null);
  const focused = lanes.some(({ bars }) => bars.some(({ key }) => key === pointed))
    ? pointed
    : (lanes[0]?.bars[0]?.key ?? null);
  const { at, scale } = state;
  // On a phone it is wider than its box: there too the moment that it is about stands a quarter in.
  const scrollToMoment = useCallback(() => {
    if (!box.current) return;
    const { scrollWidth, clientWidth } = box.current;
    const moment = at === '' ? Date.now() : Date.parse(at);
    const place = placeOn(moment, moment + 1, windowOf({ at, scale }, Date.now()))?.left ?? 0;
    box.current.scrollLeft = ((scrollWidth - namesPx) * place) / 100 - (clientWidth - namesPx) / 4;
  }, [at, scale]);
  const drawn = lanes.length > 0;
  useLayoutEffect(() => {
    if (drawn) scrollToMoment();
  }, [drawn, scrollToMoment]);
  const toNow = () => {
    change({ at: '' });
    scrollToMoment();
  };
  const pan = (by: number) => {
    const quarter = (shown.to - shown.from) / 4;
    change({ at: new Date(shown.from + quarter + by * (shown.to - shown.from)).toISOString() });
  };
  const zoom = (by: 1 | -1) => {
    const next = scales[scales.indexOf(state.scale) + by];
    if (next) change({ scale: next });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { key } = event;
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
  const step = markMs[state.scale];
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
          value={state.scale}
          onChange={(scale) => change({ scale })}
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
        <Empty description={t('plan.query.noneThen')} style={{ padding: 48 }} />
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
                  {markText(at, state.scale)}
                </span>
              ))}
            </div>
            {lanes.map((lane) => (
              <LaneView
                key={lane.key}
                lane={lane}
                shown={shown}
                now={now}
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

function markText(at: number, scale: Scale): string {
  const local = localText(new Date(at).toISOString());
  return scale === 'week' || local.slice(11, 16) === '00:00' ? local.slice(5, 10) : local.slice(11, 16);
}

/** Of a bar with its gap, pixels. */
const levelPx = 30;

function LaneView({
  lane,
  shown,
  now,
  marks,
  focused,
  onPoint,
  onOpen,
}: {
  lane: Lane;
  shown: { from: number; to: number };
  now: number;
  marks: number[];
  focused: string | null;
  onPoint: (key: string) => void;
  onOpen: (bar: Bar) => void;
}) {
  const { t } = useTranslation();
  return (
    <div className="time-line-lane" style={{ height: lane.levels * levelPx + 6 }}>
      <strong className="cw-figures">{lane.name}</strong>
      <div className="time-line-track">
        {marks.map((at) => (
          <i key={at} style={{ left: `${placeOn(at, at + 1, shown)?.left ?? 0}%` }} />
        ))}
        {lane.bars.map((bar) => {
          const place = placeOn(bar.from, bar.to, shown);
          if (!place) return null;
          const { glyph, tone } = stateLook(bar.state);
          const word = t(stateKey(bar.state, { restricted: bar.plan.restricted }));
          const flown =
            bar.actual && placeOn(bar.actual.from, bar.actual.to ?? now, { from: bar.from, to: bar.to });
          const times = `${localText(new Date(bar.from).toISOString())} – ${localText(new Date(bar.to).toISOString())}`;
          return (
            <button
              key={bar.key}
              type="button"
              className="time-line-bar plan-state"
              data-bar={bar.key}
              data-tone={tone}
              data-state={bar.state}
              tabIndex={bar.key === focused ? 0 : -1}
              aria-label={`${bar.task.callsign} ${word} ${times}`}
              title={`${bar.task.callsign} ${bar.plan.planNumber}\n${word}\n${times}`}
              style={{ left: `${place.left}%`, width: `${place.width}%`, top: bar.level * levelPx + 3 }}
              onFocus={() => onPoint(bar.key)}
              onClick={() => onOpen(bar)}
            >
              {flown && (
                <span
                  className="time-line-flown"
                  style={{ left: `${flown.left}%`, width: `${flown.width}%` }}
                />
              )}
              <span aria-hidden="true">{glyph}</span> {bar.task.callsign}
            </button>
          );
        })}
      </div>
    </div>
  );
}
