import { useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { RouteStation, RouteWeather, WarningReport } from '#contract/weather.ts';
import {
  type Altitude,
  altitudeM,
  amslToPressureM,
  formatLimits,
  pressureToAmslM,
} from '#domain/geo/altitude.ts';
import { nameIn } from '#domain/text/name-in.ts';
import { conditionLines, heightText, warningPhenomenon } from '#domain/weather/words.ts';
import { serviceZone } from '#web/client/clock.ts';
import type { RequestError } from '#web/client/http.ts';
import { useLocale } from '#web/client/locale.ts';
import { callService } from '#web/client/services.ts';
import { Failure } from '#web/ui/failure.tsx';
import { FlightSpan, FlightTime, useNow } from '#web/ui/flight-time.tsx';
import { Age, CategoryTag } from './category-tag.tsx';
import { RouteWinds } from './route-winds.tsx';
import { useFreshWeather } from './weather-queries.ts';
import './weather.css';

const iso = (at: number) => new Date(at).toISOString();
const km = (metres: number) => `${(metres / 1000).toFixed(metres < 20_000 ? 1 : 0)} km`;

/** Weather along a plan: what it meets, each aerodrome at the time of passing, what changes before, and the pressure. */
export function PlanWeather({
  id,
  limits,
}: {
  id: number;
  /** Of its sorties, as filed. */
  limits: readonly { lower: Altitude | null; upper: Altitude | null }[];
}) {
  const { t } = useTranslation();
  useFreshWeather();
  const { data, error, refetch } = useQuery<RouteWeather, RequestError>({
    queryKey: ['weather', 'plan', id],
    queryFn: () => callService('Weather', 'GetRouteWeather', { plan: id }),
    retry: false,
  });
  if (error) return <Failure title={t('weather.route.failed')} error={error} retry={() => void refetch()} />;
  if (!data) return <Skeleton active title={false} paragraph={{ rows: 3 }} />;
  return (
    <div className="cw-route-weather">
      <Pressure weather={data} limits={limits} />
      {data.warnings.length + data.unplaced.length > 0 && <Warnings weather={data} />}
      {data.winds.length > 0 && <RouteWinds winds={data.winds} />}
      {data.stations.length === 0 ? (
        <p className="cw-note">{t('weather.route.noStations', { distance: km(data.withinM) })}</p>
      ) : (
        <ol className="cw-route-stations">
          {data.stations.map((station) => (
            <Station key={station.station} station={station} weather={data} />
          ))}
        </ol>
      )}
    </div>
  );
}

/** The pressure along the route, and what the heights of the plan are by it on the other scale. */
function Pressure({
  weather: { qnh, oldAfterMin },
  limits,
}: {
  weather: RouteWeather;
  limits: readonly { lower: Altitude | null; upper: Altitude | null }[];
}) {
  const { t } = useTranslation();
  if (!qnh) return <p className="cw-note">{t('weather.route.noQnh')}</p>;
  const said = new Map<string, string>();
  for (const { lower, upper } of limits) {
    const [below, above] = [otherScale(lower, qnh.hpa), otherScale(upper, qnh.hpa)];
    if (below || above) said.set(formatLimits(lower, upper), formatLimits(below ?? lower, above ?? upper));
  }
  return (
    <p>
      <strong className="cw-figures">{t('weather.route.qnh', { hpa: qnh.hpa, station: qnh.station })}</strong>{' '}
      <Age observedAt={qnh.observedAt} oldAfterMin={oldAfterMin} />
      {[...said].map(([filed, other]) => (
        <span key={filed} className="cw-figures cw-route-scale">
          {filed} = {other}
        </span>
      ))}
    </p>
  );
}

/** Above mean sea level as a pressure altitude, and the other way round; null: it is of neither scale. */
function otherScale(altitude: Altitude | null, hpa: number): Altitude | null {
  if (!altitude) return null;
  const metres = altitudeM(altitude);
  if (altitude.reference === 'AMSL')
    return { value: Math.round(amslToPressureM(metres, hpa)), unit: 'm', reference: 'STD' };
  if (altitude.reference === 'STD')
    return { value: Math.round(pressureToAmslM(metres, hpa)), unit: 'm', reference: 'AMSL' };
  return null;
}

function Warnings({ weather: { warnings, unplaced } }: { weather: RouteWeather }) {
  const { t } = useTranslation();
  const locale = useLocale();
  return (
    <ul className="cw-route-warnings">
      {warnings.map(({ warning, part, from, to, along, altitudeCompared }) => {
        return (
          <li key={`${warning.id} ${part}`}>
            <WarningName warning={warning} />{' '}
            <span className="cw-figures">{heightText(warning.decoded, locale)}</span>{' '}
            <FlightSpan from={iso(from)} to={iso(to)} />
            {along && along.length > 0 && (
              <span className="cw-figures cw-route-along">
                {' · '}
                {along.map(({ fromM, toM }) => `${km(fromM)}–${km(toM)}`).join(', ')}
              </span>
            )}
            {warning.isWholeRegion && <span> · {t('weather.route.wholeRegion')}</span>}
            {!altitudeCompared && <span> · {t('weather.route.anyHeight')}</span>}
          </li>
        );
      })}
      {unplaced.map((warning) => (
        <li key={warning.id}>
          <WarningName warning={warning} />{' '}
          <span className="cw-figures">{heightText(warning.decoded, locale)}</span>{' '}
          <FlightSpan from={iso(warning.decoded.validFrom)} to={iso(warning.decoded.validTo)} />
          <span> · {t('weather.route.unplaced', { region: warning.decoded.fir })}</span>
        </li>
      ))}
    </ul>
  );
}

function WarningName({ warning: { id, decoded } }: { warning: WarningReport }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { kind, sequence, fir, phenomenon } = decoded;
  return (
    <strong>
      <Link to={`/information/weatherInfor?warning=${id}`}>
        {[t(`weather.areaKind.${kind}`), fir, sequence].filter(Boolean).join(' ')}
      </Link>{' '}
      {phenomenon ? warningPhenomenon(phenomenon, locale) : ''}
    </strong>
  );
}

function Station({ station, weather }: { station: RouteStation; weather: RouteWeather }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const now = useNow(30_000);
  const wording = { locale, timeZone: serviceZone() };
  const { observation, stretches, prevailing, worst, changes, from, to, distanceM, alongM } = station;
  const name = nameIn(station, locale) ?? '';
  const said = (conditions: (typeof stretches)[number]['prevailing']) =>
    conditionLines(conditions, wording)
      .map(({ text }) => text)
      .join(' · ');
  const isAhead = to > now;
  const [first] = stretches;
  const isCovered = first !== undefined && first.from <= from && (stretches.at(-1)?.to ?? from) >= to;
  return (
    <li>
      <header>
        <Link to={`/information/weatherInfor?station=${station.station}`}>
          <strong>
            {station.station} {name}
          </strong>
        </Link>{' '}
        <span className="cw-soft cw-figures">
          {alongM === null
            ? t('weather.route.away', { distance: km(distanceM) })
            : t('weather.route.along', { along: km(alongM), distance: km(distanceM) })}
        </span>
      </header>
      <p>
        {t('weather.route.now')} <CategoryTag category={observation?.category ?? null} />{' '}
        {observation ? (
          <Age observedAt={observation.decoded.observedAt} oldAfterMin={weather.oldAfterMin} />
        ) : (
          <span className="cw-soft">{t('weather.page.noObservation')}</span>
        )}
      </p>
      {isAhead && (
        <p>
          {from === to ? <FlightTime at={iso(from)} /> : <FlightSpan from={iso(from)} to={iso(to)} />}{' '}
          <CategoryTag category={prevailing} />
          {worst !== prevailing && (
            <>
              {' '}
              {t('weather.route.worst')} <CategoryTag category={worst} />
            </>
          )}{' '}
          {first && stretches.length === 1 && said(first.prevailing)}{' '}
          {!isCovered && (
            <span className="cw-soft">
              {t(first ? 'weather.route.partForecast' : 'weather.route.noForecast')}
            </span>
          )}
        </p>
      )}
      {isAhead && stretches.length > 1 && (
        <ul>
          {stretches.map(({ from: begins, to: ends, prevailing: then }) => (
            <li key={begins}>
              <FlightSpan from={iso(begins)} to={iso(Math.min(ends, to))} /> {said(then)}
            </li>
          ))}
        </ul>
      )}
      {isAhead && changes.length > 0 && (
        <details open>
          <summary>{t('weather.route.changes', { count: changes.length })}</summary>
          <ul>
            {changes.map((change) => (
              <li key={`${change.kind} ${change.from} ${change.to} ${said(change.conditions)}`}>
                {t(`weather.kind.${change.kind.replace(' ', '')}`)}{' '}
                {change.from !== null && change.to !== null ? (
                  <FlightSpan from={iso(change.from)} to={iso(change.to)} />
                ) : (
                  change.from !== null && <FlightTime at={iso(change.from)} />
                )}{' '}
                {said(change.conditions)}
              </li>
            ))}
          </ul>
        </details>
      )}
    </li>
  );
}
