import { type KeyboardEvent, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { WeatherStation } from '#contract/weather.ts';
import { nameIn } from '#domain/text/name-in.ts';
import { windText } from '#domain/weather/words.ts';
import { useLocale } from '#web/client/locale.ts';
import { pressedKey } from '#web/ui/composing.ts';
import { Age, CategoryTag } from './category-tag.tsx';

/** Aerodromes to choose from, by arrow keys too. */
export function StationList({
  stations,
  chosen,
  oldAfterMin,
  onChoose,
}: {
  stations: readonly WeatherStation[];
  chosen: string | null;
  oldAfterMin: number;
  onChoose: (station: string) => void;
}) {
  const { t } = useTranslation();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.querySelector(`[data-station="${chosen}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);
  const onKeyDown = (event: KeyboardEvent) => {
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10 };
    const step = steps[pressedKey(event)];
    const at = stations.findIndex(({ station }) => station === chosen);
    const to =
      pressedKey(event) === 'Home'
        ? 0
        : pressedKey(event) === 'End'
          ? stations.length - 1
          : step === undefined
            ? -1
            : Math.min(stations.length - 1, Math.max(0, at + step));
    const next = stations[to];
    if (!next) return;
    event.preventDefault();
    onChoose(next.station);
  };
  return (
    <div
      ref={box}
      className="cw-station-list"
      role="listbox"
      tabIndex={0}
      aria-label={t('weather.page.stations')}
      aria-activedescendant={chosen === null ? undefined : `station-${chosen}`}
      onKeyDown={onKeyDown}
    >
      {stations.map((station) => (
        <StationRow
          key={station.station}
          station={station}
          isChosen={station.station === chosen}
          oldAfterMin={oldAfterMin}
          onChoose={onChoose}
        />
      ))}
    </div>
  );
}

function StationRow({
  station,
  isChosen,
  oldAfterMin,
  onChoose,
}: {
  station: WeatherStation;
  isChosen: boolean;
  oldAfterMin: number;
  onChoose: (station: string) => void;
}) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { observation } = station;
  const wind = observation?.decoded.wind;
  return (
    // The list takes the keys; a row is chosen with the pointer.
    // biome-ignore lint/a11y/useKeyWithClickEvents: the listbox has the keys
    <div
      id={`station-${station.station}`}
      className="cw-station-row"
      role="option"
      tabIndex={-1}
      aria-selected={isChosen}
      data-station={station.station}
      onClick={() => onChoose(station.station)}
    >
      <strong className="cw-figures">{station.station}</strong>
      <span className="cw-station-name">{nameIn(station, locale)}</span>
      <CategoryTag category={observation?.category ?? null} />
      <span className="cw-station-wind">{wind ? windText(wind, locale) : ''}</span>
      {observation ? (
        <Age observedAt={observation.decoded.observedAt} oldAfterMin={oldAfterMin} />
      ) : (
        <span className="cw-weather-age" data-old="true">
          {t('weather.page.noObservation')}
        </span>
      )}
    </div>
  );
}
