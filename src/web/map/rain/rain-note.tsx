import { useTranslation } from 'react-i18next';
import { nameIn } from '#domain/text/name-in.ts';
import { durationText } from '#domain/text/times.ts';
import { useLocale } from '#web/client/locale.ts';
import type { ShownRain } from './use-rain.ts';

/** Of each weather radar whose rain is on the map: its name, how old the picture is, and how heavy the rain in it. */
export function RainNote({
  rain,
  error,
  onRetry,
}: {
  rain: readonly ShownRain[];
  error: unknown;
  onRetry: () => void;
}) {
  const { t } = useTranslation();
  const locale = useLocale();
  if (error) {
    return (
      <p className="cw-picture-note" role="alert">
        {t('map.rain.failed')}{' '}
        <button type="button" className="cw-link" onClick={onRetry}>
          {t('map.layer.retry')}
        </button>
      </p>
    );
  }
  if (rain.length === 0) return null;
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
