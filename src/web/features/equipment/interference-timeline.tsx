import { useTranslation } from 'react-i18next';
import type { Interference } from '#contract/equipment.ts';
import { momentText } from '#web/features/monitor/moment-text.ts';
import { percentText } from './equipment-tables.tsx';

const hourMs = 3_600_000;
/** Bars are at least so high, per cent, so that an hour with aircraft differs from one without. */
const leastHigh = 4;

/** A bar for each hour, by the share of affected aircraft: radio buttons, so that the arrow keys go through the hours. */
export function InterferenceTimeline({
  data: { hours, from, to, hour },
  onHour,
}: {
  data: Interference;
  onHour: (hour: number | null) => void;
}) {
  const { t } = useTranslation();
  const known = new Map(hours.map((one) => [one.at, one]));
  const most = Math.max(10, ...hours.map(({ percent }) => percent));
  const all = Array.from({ length: Math.round((to - from) / hourMs) }, (_, index) => from + index * hourMs);
  return (
    <div className="equipment-timeline-box">
      <fieldset className="equipment-timeline">
        <legend className="cw-hidden">{t('equipment.interference.timeline')}</legend>
        {all.map((at) => {
          const one = known.get(at);
          const level = one?.interference ? 'bad' : one?.suspected ? 'warn' : 'good';
          const words = `${momentText(at).slice(0, 16)} ${
            one
              ? t('equipment.interference.hourText', {
                  percent: percentText(one.percent),
                  affected: one.affected,
                  heard: one.heard,
                })
              : t('equipment.interference.noAircraft')
          }`;
          return (
            <label key={at} className="equipment-hour" title={words} data-level={one && level}>
              <input
                type="radio"
                name="interference-hour"
                className="cw-hidden"
                checked={hour === at}
                onChange={() => onHour(at)}
              />
              <span className="cw-hidden">{words}</span>
              <span
                className="equipment-bar"
                aria-hidden="true"
                style={{ height: one ? `${Math.max(leastHigh, (100 * one.percent) / most)}%` : 0 }}
              />
            </label>
          );
        })}
        <label className="equipment-hour equipment-now">
          <input
            type="radio"
            name="interference-hour"
            className="cw-hidden"
            checked={hour === null}
            onChange={() => onHour(null)}
          />
          <span>{t('equipment.interference.now')}</span>
        </label>
      </fieldset>
      <p className="equipment-ends cw-figures" aria-hidden="true">
        <span>{momentText(from).slice(0, 16)}</span>
        <span>{momentText(to).slice(0, 16)}</span>
      </p>
    </div>
  );
}
