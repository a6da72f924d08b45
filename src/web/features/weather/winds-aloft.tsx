import { Empty, Select, Skeleton } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { WindsAloftReport } from '#contract/weather.ts';
import { altitudeM, formatAltitude } from '#domain/geo/altitude.ts';
import { nameIn } from '#domain/text/name-in.ts';
import { formatWall } from '#domain/time/wall-clock.ts';
import { serviceZone } from '#web/client/clock.ts';
import { useLocale } from '#web/client/locale.ts';
import { Failure } from '#web/ui/failure.tsx';
import { useNow } from '#web/ui/flight-time.tsx';
import { useWindsAloft } from './weather-queries.ts';

/** Words for a wind in few letters: `270° 12 m/s`. */
export function useWindText() {
  const { t } = useTranslation();
  return ({ directionDeg, speedMps }: { directionDeg: number | null; speedMps: number }): string => {
    // As tables write a wind that is too light to have a direction.
    if (speedMps === 0) return t(`weather.winds.${directionDeg === null ? 'light' : 'calm'}`);
    const from =
      directionDeg === null
        ? t('weather.winds.variable')
        : `${String(Math.round(directionDeg) || 360).padStart(3, '0')}°`;
    return `${from} ${Math.round(speedMps)} m/s`;
  };
}

/** Winds and temperatures aloft of the next 24 hours: one moment, a row for each place, a column for each height. */
export function WindsAloft() {
  const { t } = useTranslation();
  const now = useNow(30_000);
  const { data, error, isPending, refetch } = useWindsAloft();
  const [chosen, setChosen] = useState<number | null>(null);
  if (error) return <Failure error={error} retry={() => void refetch()} />;
  if (isPending) return <Skeleton active />;
  const moments = [...new Set(data.items.map(({ validAt }) => validAt))].sort((a, b) => a - b);
  const [nearest] = [...moments].sort((a, b) => Math.abs(a - now) - Math.abs(b - now));
  const moment = chosen !== null && moments.includes(chosen) ? chosen : nearest;
  if (moment === undefined) return <Empty description={t('weather.winds.none')} />;
  const text = (at: number) => formatWall(at, serviceZone()).slice(5);
  const shown = data.items.filter(({ validAt }) => validAt === moment);
  const [first] = shown;
  return (
    <>
      <div className="cw-bar">
        <Select
          value={moment}
          onChange={setChosen}
          aria-label={t('weather.winds.time')}
          options={moments.map((value) => ({ value, label: text(value) }))}
        />
        {first && (
          <span className="cw-soft cw-figures">
            {t('weather.winds.use', { from: text(first.validFrom), to: text(first.validTo) })}
          </span>
        )}
        {shown.some(({ isDemo }) => isDemo) && <span className="cw-soft">{t('weather.page.demo')}</span>}
      </div>
      <WindsBox label={t('weather.winds.box')}>
        <WindTable reports={shown} />
      </WindsBox>
    </>
  );
}

/** A table of winds scrolls in it alone. */
export function WindsBox({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard (WCAG 2.1.1)
    <section className="cw-winds-box" aria-label={label} tabIndex={0}>
      {children}
    </section>
  );
}

function WindTable({ reports }: { reports: readonly WindsAloftReport[] }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const windText = useWindText();
  // The lowest first, also where the first place has not all of them.
  const heights = [
    ...new Set(
      reports
        .flatMap(({ levels }) => levels.map(({ altitude }) => altitude))
        .sort((a, b) => altitudeM(a) - altitudeM(b))
        .map(formatAltitude),
    ),
  ];
  return (
    <table className="cw-weather-table cw-winds" aria-label={t('weather.winds.title')}>
      <thead>
        <tr>
          <th scope="col">{t('weather.winds.place')}</th>
          {heights.map((height) => (
            <th key={height} scope="col" className="cw-figures">
              {height}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="cw-figures">
        {reports.map(({ id, station, levels, ...named }) => (
          <tr key={id}>
            <th scope="row">
              {station} <span className="cw-soft">{nameIn(named, locale)}</span>
            </th>
            {heights.map((height) => {
              const level = levels.find(({ altitude }) => formatAltitude(altitude) === height);
              const { directionDeg = null, speedMps = null, temperatureC = null } = level ?? {};
              return (
                <td key={height}>
                  {speedMps === null ? '—' : windText({ directionDeg, speedMps })}
                  {temperatureC !== null && <span className="cw-soft"> {Math.round(temperatureC)} °C</span>}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
