import { Alert, Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { nameIn } from '#domain/text/name-in.ts';
import type { CategoryLimit } from '#domain/weather/category.ts';
import type { DecodedWeather } from '#domain/weather/weather.ts';
import { useLocale } from '#web/client/locale.ts';
import { viewParameters } from '#web/map/view-address.ts';
import { Failure } from '#web/ui/failure.tsx';
import { Age, CategoryTag } from './category-tag.tsx';
import { ForecastLine } from './forecast-line.tsx';
import { HistoryCharts } from './history-charts.tsx';
import { RunwayWindView } from './runway-wind-view.tsx';
import { WarningList } from './warning-list.tsx';
import { useStation } from './weather-queries.ts';
import { WeatherWords } from './weather-words.tsx';

/** All that is known of the weather of one aerodrome. */
export function StationPanel({ station: name }: { station: string }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { data, error, isPending, refetch } = useStation(name);
  if (error) return <Failure error={error} retry={() => void refetch()} />;
  if (isPending) return <Skeleton active />;
  const { station, runways, history, warnings, limits, oldAfterMin } = data;
  const { observation, forecast, position, airport } = station;
  const map =
    position && `/flightWatch/situationmap?${new URLSearchParams(viewParameters({ ...position, zoom: 9 }))}`;
  return (
    <article className="cw-station" aria-label={station.station}>
      <header className="cw-station-head">
        <h2>
          <span className="cw-figures">{station.station}</span> {nameIn(station, locale)}
        </h2>
        <CategoryTag category={observation?.category ?? null} />
        {observation && <Age observedAt={observation.decoded.observedAt} oldAfterMin={oldAfterMin} />}
        {(observation?.isDemo || forecast?.isDemo) && (
          <span className="cw-soft">{t('weather.page.demo')}</span>
        )}
        <span className="cw-grow" />
        {map && <Link to={map}>{t('weather.page.onMap')}</Link>}
        {airport !== null && (
          <Link to={`/information/airport/${airport}`}>{t('weather.page.aerodrome')}</Link>
        )}
      </header>
      <p className="cw-note">
        {t('weather.page.limits', {
          marginal: limitText(limits.marginal),
          instrument: limitText(limits.instrument),
          low: limitText(limits.low),
        })}
      </p>
      {warnings.length > 0 && (
        <Alert
          type="warning"
          message={t('weather.page.warningsOver')}
          description={<WarningList warnings={warnings} />}
        />
      )}
      <div className="cw-station-grid">
        <Part title={t('weather.page.observation')}>
          {observation ? (
            <RawAndWords raw={observation.raw} decoded={observation.decoded} />
          ) : (
            <p className="cw-note">{t('weather.page.noObservation')}</p>
          )}
        </Part>
        <Part title={t('weather.page.runways')}>
          <RunwayWindView wind={observation?.decoded.wind ?? null} runways={runways} />
        </Part>
      </div>
      <Part title={t('weather.page.forecast')}>
        {forecast ? (
          <>
            <ForecastLine forecast={forecast.decoded} limits={limits} />
            <pre className="cw-weather-raw">{forecast.raw}</pre>
          </>
        ) : (
          <p className="cw-note">{t('weather.page.noForecast')}</p>
        )}
      </Part>
      {history.length > 1 && (
        <Part title={t('weather.page.history')}>
          <HistoryCharts history={history} />
        </Part>
      )}
    </article>
  );
}

/** `5 km / 1,000 ft`: visibility and ceiling. */
const limitText = ({ visibilityM, ceilingFt }: CategoryLimit) =>
  `${visibilityM / 1000} km / ${ceilingFt.toLocaleString('en-US')} ft`;

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="cw-station-part" aria-label={title}>
      <h3>{title}</h3>
      {children}
    </section>
  );
}

/** A report as it came, and beside it in the words of the reader's language. */
function RawAndWords({ raw, decoded }: { raw: string; decoded: DecodedWeather }) {
  return (
    <div className="cw-raw-words">
      <pre className="cw-weather-raw">{raw}</pre>
      <WeatherWords decoded={decoded} />
    </div>
  );
}
