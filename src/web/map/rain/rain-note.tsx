import { useTranslation } from 'react-i18next';
import { nameIn } from '#domain/text/name-in.ts';
import { durationText } from '#domain/text/times.ts';
import { useLocale } from '#web/client/locale.ts';
import { PictureFailure, PictureNotForecast } from '#web/map/picture-lines.tsx';
import type { ShownRain } from './use-rain.ts';

/** Rain on the map: the age and strength of each weather radar's picture, or that the chosen time has none. */
export function RainNote({
  rain,
  error,
  isAhead = false,
  onRetry,
}: {
  rain: readonly ShownRain[];
  error: unknown;
  /** The map shows a later time. */
  isAhead?: boolean;
  onRetry: () => void;
}) {
  const newest = Math.max(...rain.map(({ state }) => state.at));
  return (
    <>
      {Boolean(error) && <PictureFailure textKey="map.rain.failed" onRetry={onRetry} />}
      {rain.length > 0 &&
        (isAhead ? (
          <PictureNotForecast sign="☂" textKey="map.rain.notForecast" observedMs={newest} />
        ) : (
          <Radars rain={rain} />
        ))}
    </>
  );
}

function Radars({ rain }: { rain: readonly ShownRain[] }) {
  const { t } = useTranslation();
  const locale = useLocale();
  return (
    <ul className="cw-picture-note cw-figures" aria-label={t('map.rain.title')}>
      {rain.map(({ state, content, hasFailed, ageMin, isDim }) => {
        const strongest = content?.kind === 'areas' ? content.areas.levels.at(-1)?.level : undefined;
        const strength =
          content?.kind !== 'areas'
            ? null
            : strongest === undefined
              ? t('map.rain.dry')
              : t('map.rain.upTo', { level: t(`map.rain.level.${strongest}`) });
        return (
          <li key={state.id} data-old={isDim}>
            <span aria-hidden="true">☂</span> {nameIn(state, locale)}{' '}
            <span>
              {ageMin === 0
                ? t('map.rain.now')
                : t('map.rain.age', { age: durationText(ageMin * 60_000, locale) })}
            </span>
            {isDim && <strong> {t('map.rain.old')}</strong>}
            {hasFailed && <strong> {t('map.rain.notDrawn')}</strong>}
            {!state.isWhole && <span> {t('map.rain.partly')}</span>}
            {strength && <span className="cw-soft"> {strength}</span>}
          </li>
        );
      })}
    </ul>
  );
}
