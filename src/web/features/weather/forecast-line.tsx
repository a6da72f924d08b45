import { useTranslation } from 'react-i18next';
import { type CategoryLimits, categoryOf, worstCategory } from '#domain/weather/category.ts';
import { forecastStretches } from '#domain/weather/forecast-time.ts';
import type { Conditions, Forecast } from '#domain/weather/weather.ts';
import { conditionLines } from '#domain/weather/words.ts';
import { serviceZone } from '#web/client/clock.ts';
import { useLocale } from '#web/client/locale.ts';
import { FlightSpan, useNow } from '#web/ui/flight-time.tsx';
import { CategoryTag } from './category-tag.tsx';

const iso = (at: number) => new Date(at).toISOString();

/** A forecast as a line of time, each stretch as long as it lasts, and the same in words below. */
export function ForecastLine({ forecast, limits }: { forecast: Forecast; limits: CategoryLimits }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const now = useNow(30_000);
  const stretches = forecastStretches(forecast);
  const { validFrom, validTo } = forecast;
  const wholeMs = validTo - validFrom;
  const wording = { locale, timeZone: serviceZone() };
  const said = (conditions: Conditions) =>
    conditionLines(conditions, wording)
      .map(({ text }) => text)
      .join(' · ');
  const nowShare = (now - validFrom) / wholeMs;
  if (stretches.length === 0) return <p className="cw-note">{t('weather.page.noForecast')}</p>;
  return (
    <>
      <div className="cw-forecast-line" aria-hidden="true">
        {stretches.map(({ from, to, prevailing, possible }) => {
          const worst = worstCategory(possible.map(({ conditions }) => categoryOf(conditions, limits)));
          return (
            <div key={from} style={{ flexGrow: to - from }} className="cw-forecast-part">
              <span className="cw-in-category" data-category={categoryOf(prevailing, limits) ?? 'unknown'} />
              <span
                className="cw-in-category"
                data-category={possible.length === 0 ? 'none' : (worst ?? 'unknown')}
              />
            </div>
          );
        })}
        {nowShare >= 0 && nowShare <= 1 && (
          <div className="cw-forecast-now" style={{ insetInlineStart: `${nowShare * 100}%` }} />
        )}
      </div>
      <ul className="cw-forecast-words">
        {stretches.map(({ from, to, prevailing, possible }) => (
          <li key={from} data-now={now >= from && now < to}>
            <FlightSpan from={iso(from)} to={iso(to)} />
            <p>
              <CategoryTag category={categoryOf(prevailing, limits)} /> {said(prevailing)}
            </p>
            {possible.map(({ kind, conditions }) => (
              <p key={`${kind} ${said(conditions)}`} className="cw-forecast-possible">
                {t(`weather.kind.${kind.replace(' ', '')}`)}{' '}
                <CategoryTag category={categoryOf(conditions, limits)} /> {said(conditions)}
              </p>
            ))}
          </li>
        ))}
      </ul>
    </>
  );
}
