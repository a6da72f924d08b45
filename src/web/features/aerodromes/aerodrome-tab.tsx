import { PrinterOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Skeleton } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { airacAge } from '#domain/aerodromes/airac.ts';
import { type AerodromeHours, hoursOf, isOpenAt, zonedHoursText } from '#domain/aerodromes/hours.ts';
import { formatAltitude } from '#domain/geo/altitude.ts';
import { variationAt, variationText } from '#domain/geo/magnetic-variation.ts';
import { sunTimes } from '#domain/geo/sun.ts';
import { dayAfter, workCalendar } from '#domain/plans/working-days.ts';
import type { AirportRecord } from '#domain/record/records.gen.ts';
import { dayOf, formatWall, onDay, zoneName } from '#domain/time/wall-clock.ts';
import { runwayWinds } from '#domain/weather/runway-wind.ts';
import { instantAt, localText, serviceZone, today } from '#web/client/clock.ts';
import { useLabel, useLocale } from '#web/client/locale.ts';
import { useResource } from '#web/client/record-types.ts';
import { callService } from '#web/client/services.ts';
import { enumChoices, useDictionary } from '#web/engine/labels.ts';
import { PrintSheet } from '#web/engine/show/print-sheet.tsx';
import type { ShowTabProps } from '#web/engine/show/show-tab.ts';
import { InformationItems } from '#web/features/briefing/information-items.tsx';
import { useHolidays } from '#web/features/plans/standing/standing-queries.ts';
import { Age } from '#web/features/weather/category-tag.tsx';
import { RunwayWindTable } from '#web/features/weather/runway-wind-view.tsx';
import { Failure } from '#web/ui/failure.tsx';
import { useNow } from '#web/ui/flight-time.tsx';
import { AerodromeCharts } from './charts.tsx';
import { FieldPlan, isPlaced } from './field-plan.tsx';
import './aerodromes.css';

/** So far around a field its surroundings are of interest, metres. */
const aroundM = 10_000;

/** An aerodrome at a glance: its plan, runways, radio, hours and sun, with weather, notices and flights of today. */
export function AerodromeTab({ record }: ShowTabProps) {
  const { t } = useTranslation();
  const [printing, setPrinting] = useState(false);
  const airport = record as unknown as AirportRecord;
  return (
    <section className="aerodrome-page" aria-label={t('aerodrome.title')}>
      <div className="cw-bar">
        <span className="cw-grow" />
        <Button
          icon={<PrinterOutlined />}
          size="small"
          aria-haspopup="dialog"
          onClick={() => setPrinting(true)}
        >
          {t('show.print')}
        </Button>
      </div>
      <Aerodrome airport={airport} />
      {printing && (
        <PrintSheet
          title={[airport.icao, airport.name].filter(Boolean).join(' ')}
          subtitle={airport.nameEn}
          onClose={() => setPrinting(false)}
        >
          <Aerodrome airport={airport} printed />
        </PrintSheet>
      )}
    </section>
  );
}

function Aerodrome({ airport, printed = false }: { airport: AirportRecord; printed?: boolean }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { icao, runways, declaredDistances, frequencies, magneticVariation } = airport;
  const now = useNow(60_000);
  const zone = airport.timeZone ?? serviceZone();
  const surfaces = useDictionary('surface');
  const weather = useQuery({
    queryKey: ['weather', 'station', icao],
    queryFn: () => callService('Weather', 'GetStation', { station: icao ?? '' }),
    enabled: Boolean(icao),
    // A field of which nobody reports has no weather: that is no failure of the page.
    retry: false,
    refetchInterval: 60_000,
  });
  const day = today();
  const from = new Date(instantAt(`${day}T00:00:00`)).toISOString();
  const to = new Date(instantAt(`${day}T00:00:00`) + 86_400_000).toISOString();
  const around = useQuery({
    queryKey: ['information', 'airport', airport.id, day],
    queryFn: () =>
      callService('Briefing', 'Query', {
        airport: airport.id,
        from,
        to,
        withinM: aroundM,
        kinds: ['weather', 'warning', 'notam', 'notice', 'plan', 'obstacle'],
      }),
    refetchInterval: 60_000,
    retry: false,
  });
  const observed = weather.data?.station.observation?.decoded;
  const oldAfterMin = weather.data?.oldAfterMin ?? 0;
  const winds = observed?.wind && weather.data ? runwayWinds(observed.wind, weather.data.runways) : [];
  // The arrow has no time beside it: an old wind is not drawn.
  const isFresh = observed !== undefined && now - observed.observedAt <= oldAfterMin * 60_000;
  const hours = useHours(airport, dayOf(now, zone));
  const place = hours.position;
  const variation = variationAt(magneticVariation, place, now);
  const sun = place && sunTimes(place, onDay(now, 0, '12:00', zone));
  const clock = (at: number | null | undefined) => (at ? formatWall(at, zone).slice(11, 16) : '—');
  const span = (from: number | null | undefined, to: number | null | undefined) =>
    `${clock(from)} – ${clock(to)} ${zoneName(now, zone)}`;
  const isOpen = airport.status === 'closed' ? false : isOpenAt(hours, now, zone);
  return (
    <>
      {airport.status === 'closed' && <Alert type="error" showIcon message={t('aerodrome.closed')} />}
      <div className="aerodrome-columns">
        <div>
          <FieldPlan
            name={airport.name}
            runways={runways ?? []}
            variationDeg={variation}
            wind={isFresh ? observed.wind : null}
          />
          {runways && runways.length > 1 && !isPlaced(runways) && (
            <p className="cw-soft">{t('aerodrome.planNote')}</p>
          )}
        </div>
        <div>
          <dl className="cw-fields">
            <Fact name={t('aerodrome.hours')}>
              {zonedHoursText(hours, now, zone, locale) || t('aerodrome.unknown')}
              {isOpen !== null && (
                <strong> · {t(isOpen ? 'aerodrome.openNow' : 'aerodrome.closedNow')}</strong>
              )}
            </Fact>
            <NightFact night={airport.nightOperations} />
            <Fact name={t('aerodrome.elevation')}>
              {airport.elevation ? formatAltitude(airport.elevation) : t('aerodrome.unknown')}
            </Fact>
            <Fact name={t('aerodrome.variation')}>
              {variation === null
                ? t('aerodrome.unknown')
                : `${variationText(variation)}${typeof magneticVariation === 'number' ? '' : ` · ${t('map.variation.model')}`}`}
            </Fact>
            <Fact name={t('aerodrome.twilight')}>{span(sun?.dawn, sun?.dusk)}</Fact>
            <Fact name={t('aerodrome.sun')}>{span(sun?.sunrise, sun?.sunset)}</Fact>
            <Fact name={t('aerodrome.services')}>{airport.services ?? t('aerodrome.unknown')}</Fact>
            <Fact name={t('aerodrome.data')}>
              <DataAge airport={airport} now={now} />
            </Fact>
            <Fact name={t('aerodrome.contact')}>
              {[airport.operator, airport.contact, airport.phone, airport.email]
                .filter(Boolean)
                .join(' · ') || t('aerodrome.unknown')}
            </Fact>
          </dl>
          {runways && runways.length > 0 && (
            <table className="cw-print-table">
              <caption>{t('aerodrome.runways')}</caption>
              <thead>
                <tr>
                  {['designator', 'bearing', 'size', 'surface'].map((column) => (
                    <th key={column} scope="col">
                      {t(`aerodrome.column.${column}`)}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {runways.map(({ designator, headingTrue, lengthM, widthM, surface, lighted }) => (
                  <tr key={designator}>
                    <th scope="row">{designator}</th>
                    <td className="cw-figures">
                      {typeof headingTrue === 'number' ? `${headingTrue.toFixed(0).padStart(3, '0')}°` : '—'}
                    </td>
                    <td className="cw-figures">{[lengthM, widthM].filter(Boolean).join(' × ') || '—'} m</td>
                    <td>
                      {surfaces.find(({ value }) => value === surface)?.label ?? surface ?? '—'}
                      {lighted && ` · ${t('aerodrome.lighted')}`}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          )}
          {declaredDistances && declaredDistances.length > 0 && (
            <table className="cw-print-table">
              <caption>{t('aerodrome.distances')}</caption>
              <thead>
                <tr>
                  <th scope="col">{t('aerodrome.column.designator')}</th>
                  {['TORA', 'TODA', 'ASDA', 'LDA'].map((one) => (
                    <th key={one} scope="col">
                      {one}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {declaredDistances.map(({ direction, toraM, todaM, asdaM, ldaM }) => (
                  <tr key={direction}>
                    <th scope="row">{direction}</th>
                    {Object.entries({ toraM, todaM, asdaM, ldaM }).map(([key, value]) => (
                      <td key={key} className="cw-figures">
                        {value ?? '—'}
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          )}
          {observed && winds.length > 0 && (
            <section aria-label={t('aerodrome.winds')}>
              <strong>{t('aerodrome.winds')}</strong>{' '}
              <Age observedAt={observed.observedAt} oldAfterMin={oldAfterMin} />
              <RunwayWindTable winds={winds} />
            </section>
          )}
          {frequencies && frequencies.length > 0 && (
            <p>
              <strong>{t('aerodrome.radio')}</strong>{' '}
              <span className="cw-figures">
                {frequencies
                  .map(
                    ({ kind, name, frequencyMhz }) =>
                      `${[name, kind].filter(Boolean).join(' ')} ${frequencyMhz.toFixed(3)}`,
                  )
                  .join(' · ')}
              </span>
            </p>
          )}
        </div>
      </div>
      {!printed && <AerodromeCharts airport={airport.id} />}
      {around.error && (
        <Failure title={t('brief.failed')} error={around.error} retry={() => void around.refetch()} />
      )}
      {around.isLoading && <Skeleton active paragraph={{ rows: 4 }} />}
      {around.data?.items.length === 0 && <p className="cw-soft">{t('aerodrome.nothingNow')}</p>}
      {around.data && (
        <InformationItems
          items={ownFirst(around.data.items, icao).map((item) => ({ item, change: null, before: null }))}
          printed={printed}
          headings={{ plan: t('aerodrome.plans', { km: aroundM / 1_000 }) }}
        />
      )}
    </>
  );
}

/** Its hours, with the holidays of the year if there is a text that may name them. */
function useHours(airport: AirportRecord, day: string): AerodromeHours {
  // The hours of a day may reach into the next one.
  const from = airport.hours ? `${dayAfter(day, -2).slice(0, 4)}-01-01` : null;
  const holidays = useHolidays(from, from && `${day.slice(0, 4)}-12-31`);
  return hoursOf(airport, workCalendar([...holidays].map(([date, { kind }]) => ({ date, kind }))));
}

/** The items in their order, but those of the aerodrome itself before its neighbours'. */
const ownFirst = <T extends { title: string }>(items: readonly T[], icao: string | null | undefined): T[] => {
  const isOwn = ({ title }: T) => Boolean(icao && title.includes(icao));
  return [...items.filter(isOwn), ...items.filter((item) => !isOwn(item))];
};

/** Whether it may be used by night. */
function NightFact({ night }: { night: AirportRecord['nightOperations'] }) {
  const { t } = useTranslation();
  const label = useLabel();
  const locale = useLocale();
  const schema = useResource('airport')?.schema.properties.nightOperations;
  if (!schema) return null;
  const choice = enumChoices(schema, locale).find(({ value }) => value === night);
  return <Fact name={label(schema['x-label'])}>{choice?.label ?? t('aerodrome.unknown')}</Fact>;
}

/** Of which AIRAC cycle the data are, and how many have come since. */
function DataAge({ airport, now }: { airport: AirportRecord; now: number }) {
  const { t } = useTranslation();
  const { effectiveDate, updatedAt } = airport;
  if (!effectiveDate) return t('aerodrome.data.undated', { day: localText(updatedAt).slice(0, 10) });
  const { own, inForce, cycles: count } = airacAge(effectiveDate, now);
  return (
    <>
      <span className="cw-figures">{effectiveDate}</span>
      {' · '}
      {count > 0 ? (
        <strong>{t('aerodrome.data.behind', { count, own: own.name, name: inForce.name })}</strong>
      ) : count < 0 ? (
        <strong>{t('aerodrome.data.ahead', { own: own.name, name: inForce.name })}</strong>
      ) : (
        t('aerodrome.data.inForce', { own: own.name, until: inForce.until })
      )}
    </>
  );
}

function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
