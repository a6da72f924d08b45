import { Select, Tag } from 'antd';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { InputOf, OutputOf } from '#contract/services.ts';
import type { RecordedFlight } from '#contract/statistics.ts';
import { reportToleranceMin, type TrackFlightPart, trackFlightParts } from '#domain/statistics/movements.ts';
import { useHolds } from '#web/client/access.ts';
import { localText } from '#web/client/clock.ts';
import { callService, formInput } from '#web/client/services.ts';
import { ReportChoices } from '#web/features/plans/report/report-choices.tsx';
import { momentLink } from '#web/features/playback/moment-link.ts';
import { CountedList } from './counted-list.tsx';
import {
  movementsPath,
  type TrackFlightsState,
  trackFlightsInput,
  useTrackFlightsState,
} from './movements-state.ts';

type Answer = OutputOf<'Statistics', 'GetTrackFlights'>;
type End = RecordedFlight['takeOff'];

/** The flights that recorded tracks show, each beside what was reported of it. */
export function TrackFlightsPage() {
  const { t } = useTranslation();
  const [state, change] = useTrackFlightsState();
  const mayReplay = useHolds(['Pages.FlightWatch.Trackreplay']);
  const input = trackFlightsInput(state);
  const { part, page, filters } = state;
  const place = placeText(state, t);
  return (
    <CountedList<RecordedFlight, Answer>
      title={t('statistics.trackFlights')}
      empty={t('statistics.trackFlights.empty')}
      input={input}
      read={(window) =>
        callService(
          'Statistics',
          'GetTrackFlights',
          formInput<InputOf<'Statistics', 'GetTrackFlights'>>({ ...input, ...window }),
        )
      }
      file="ExportTrackFlights"
      back={{ to: movementsPath(state), title: t('statistics.movements') }}
      page={page}
      onPage={(next) => change({ page: next })}
      rowKey={({ track, begunAt }) => `${track} ${begunAt}`}
      choices={() => (
        <>
          <ReportChoices state={state} onChange={change} />
          <div className="cw-bar">
            <Select<TrackFlightPart>
              aria-label={t('statistics.trackFlights.part')}
              value={part}
              onChange={(next) => change({ part: next })}
              options={trackFlightParts.map((value) => ({
                value,
                label: t(`statistics.trackFlights.part.${value}`),
              }))}
              popupMatchSelectWidth={false}
            />
            {place && (
              <Tag closable onClose={() => change({ place: null, name: null, movement: null })}>
                {place}
              </Tag>
            )}
          </div>
        </>
      )}
      companies={filters.companies ?? []}
      chosen={(answer) => [
        `${answer.from} – ${answer.to} (${answer.timeZone})`,
        part !== 'all' && t(`statistics.trackFlights.part.${part}`),
        place ?? false,
      ]}
      columns={[
        {
          key: 'callsign',
          title: t('statistics.trackFlights.callsign'),
          cell: ({ callsign, icao24, track, begunAt, takeOff }) => {
            const name = callsign ?? icao24?.toUpperCase() ?? track;
            return mayReplay ? <Link to={momentLink(takeOff?.at ?? begunAt, track)}>{name}</Link> : name;
          },
        },
        {
          key: 'plan',
          title: t('statistics.trackFlights.plan'),
          cell: ({ plan, planNumber }) =>
            plan === null ? (
              t('statistics.movements.withoutPlan')
            ) : (
              <Link to={`/navigation/navigation/show/${plan}`}>{planNumber}</Link>
            ),
        },
        {
          key: 'company',
          title: t('statistics.trackFlights.company'),
          cell: ({ companyName }) => companyName ?? '—',
        },
        ...endColumns(
          'takeOff',
          ({ takeOff }) => takeOff,
          ({ reportedTakeOffAt }) => reportedTakeOffAt,
          t,
        ),
        ...endColumns(
          'landing',
          ({ landing }) => landing,
          ({ reportedLandingAt }) => reportedLandingAt,
          t,
        ),
        {
          key: 'flightMinutes',
          title: t('statistics.trackFlights.flightMinutes'),
          end: true,
          cell: ({ flightMinutes }) => minutesCell(flightMinutes),
        },
        {
          key: 'blockMinutes',
          title: t('statistics.trackFlights.blockMinutes'),
          end: true,
          cell: ({ blockMinutes }) => minutesCell(blockMinutes),
        },
      ]}
    />
  );
}

function placeText({ place, name, movement }: TrackFlightsState, t: TFunction): string | null {
  if (place === null && movement === null) return null;
  const where =
    name ??
    (place === 'elsewhere' ? t('statistics.movements.elsewhere') : place) ??
    t('statistics.trackFlights.anywhere');
  return t(`statistics.trackFlights.${movement ?? 'place'}At`, { name: where });
}

/** When and where by the track, and what was reported. */
function endColumns(
  name: 'takeOff' | 'landing',
  endOf: (flight: RecordedFlight) => End,
  reportedOf: (flight: RecordedFlight) => string | null,
  t: TFunction,
) {
  return [
    {
      key: name,
      title: t(`statistics.trackFlights.${name}`),
      cell: (flight: RecordedFlight): ReactNode => {
        const end = endOf(flight);
        if (!end) return '—';
        return (
          <>
            <span className="cw-figures">{localText(end.at)}</span>
            {end.isInferred && <span className="cw-soft"> {t('statistics.trackFlights.inferred')}</span>}
            <br />
            {end.place ?? t('statistics.movements.elsewhere')}
          </>
        );
      },
    },
    {
      key: `${name}Reported`,
      title: t(`statistics.trackFlights.reported${name === 'takeOff' ? 'TakeOff' : 'Landing'}`),
      cell: (flight: RecordedFlight): ReactNode => {
        const reported = reportedOf(flight);
        if (reported === null) return '—';
        const end = endOf(flight);
        const minutes = end ? Math.round((Date.parse(reported) - Date.parse(end.at)) / 60_000) : 0;
        return (
          <>
            <span className="cw-figures">{localText(reported)}</span>
            {Math.abs(minutes) > reportToleranceMin && (
              <>
                <br />
                <strong>
                  {t('statistics.trackFlights.differs', {
                    minutes: `${minutes > 0 ? '+' : '−'}${Math.abs(minutes)}`,
                  })}
                </strong>
              </>
            )}
          </>
        );
      },
    },
  ];
}

const minutesCell = (minutes: number | null) => (
  <span className="cw-figures">{minutes === null ? '—' : Math.round(minutes)}</span>
);
