import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FlightRecord } from '#contract/flight-list.ts';
import { flightGroups, groupOf } from '#domain/plans/flight-order.ts';
import { nameIn } from '#domain/text/name-in.ts';
import { zuluText } from '#web/client/clock.ts';
import { useHubState } from '#web/client/hub.ts';
import { useLocale } from '#web/client/locale.ts';
import type { TargetChoice } from '#web/map/map-additions.ts';
import { StripList } from '#web/map/strip-list.tsx';
import { useFlights } from './flight-store.ts';
import { useStatusWords } from './status-words.ts';
import { StripDetail } from './strip-detail.tsx';
import './strips.css';

/**
 * The flights of now beside the map, in the order of the server and grouped by how far they are. Choosing one shows
 * what is known of it, and its target on the map where it has one.
 */
export function FlightStrips({ targets }: { targets: TargetChoice }) {
  const { t } = useTranslation();
  const flights = useFlights(useHubState('instant'));
  const [chosenId, setChosenId] = useState<number | null>(null);
  const words = useStatusWords();
  if (flights === null) return <p className="cw-flights-empty">{t('strips.waiting')}</p>;
  if (flights.length === 0) return <p className="cw-flights-empty">{t('strips.none')}</p>;
  const chosen = flights.find(({ id }) => id === chosenId);
  const choose = (flight: FlightRecord) => {
    setChosenId(flight.id);
    targets.choosePlan(flight.plan.id, flight.callsign);
  };
  return (
    <div className="cw-flights">
      <StripList
        label={t('strips.title')}
        groups={flightGroups.map((group) => ({
          id: group,
          title: t(`strips.group.${group}`),
          items: flights.filter(({ s_FLT }) => groupOf(s_FLT) === group),
        }))}
        keyOf={({ id }) => String(id)}
        selectedKey={chosenId === null ? null : String(chosenId)}
        onChoose={choose}
        row={(flight) => <Strip flight={flight} word={words(flight.label)} />}
      />
      {chosen && <StripDetail key={chosen.id} flight={chosen} />}
    </div>
  );
}

/** Which time matters now: the landing of who flies, the departure of who waits, and when it ended. */
function timeOf({ s_FLT, eldt, aldt, sobt }: FlightRecord): string | null {
  const group = groupOf(s_FLT);
  if (group === 'ended') return aldt ?? sobt;
  return group === 'air' ? eldt : sobt;
}

function Strip({ flight, word }: { flight: FlightRecord; word: string }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const time = timeOf(flight);
  const departure = nameIn({ name: flight.deP_A, nameEn: flight.deP_AEn }, locale) ?? '—';
  const arrival = nameIn({ name: flight.arR_A, nameEn: flight.arR_AEn }, locale) ?? '—';
  return (
    <span className="cw-flight-strip cw-figures" data-source={flight.source}>
      <b>{flight.callsign}</b>
      <span title={word}>
        {flight.label}
        <span className="cw-hidden"> {word}</span>
      </span>
      <span className="cw-flight-strip-way">
        {departure} → {arrival}
      </span>
      <span>{time === null ? '—' : zuluText(time)}</span>
      <span title={t('strips.delay')}>
        {flight.delay === null ? '--' : t('strips.delayMinutes', { minutes: flight.delay })}
      </span>
    </span>
  );
}
