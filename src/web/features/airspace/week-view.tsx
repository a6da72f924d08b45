import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { zoneLabel } from '#web/client/clock.ts';
import type { WeeklyEntry } from '#web/engine/widgets/weekly.ts';
import { clockOf, weekRows } from './week-rows.ts';

/** Times of use as a week: a bar a day, and the same in words. */
export function WeekView({ schedule }: { schedule: readonly WeeklyEntry[] | null | undefined }) {
  const { t } = useTranslation();
  const rows = weekRows(schedule);
  if (!schedule || schedule.length === 0)
    return <p className="plan-soft airspace-week-note">{t('airspace.week.always')}</p>;
  return (
    <>
      <dl className="airspace-week">
        {rows.map(({ day, spans }) => (
          <Fragment key={day}>
            <dt>{t(`form.weekly.day.${day}`)}</dt>
            <dd className="airspace-bar" aria-hidden="true" style={{ margin: 0 }}>
              {spans.map(({ from, to }) => (
                <span key={from} style={{ left: `${from / 14.4}%`, width: `${(to - from) / 14.4}%` }} />
              ))}
            </dd>
            <dd className="cw-figures" style={{ margin: 0 }}>
              {spans.length === 0
                ? t('airspace.week.none')
                : spans.map(({ from, to }) => `${clockOf(from)}–${clockOf(to)}`).join(' ')}
            </dd>
          </Fragment>
        ))}
      </dl>
      <p className="plan-soft airspace-week-note">{zoneLabel()}</p>
    </>
  );
}
