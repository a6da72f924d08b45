import { useTranslation } from 'react-i18next';
import { formatWall } from '#domain/time/wall-clock.ts';
import { serviceZone } from '#web/client/clock.ts';

/** A picture of the map could not be loaded: a line of its own, apart from what is known from before. */
export function PictureFailure({ textKey, onRetry }: { textKey: string; onRetry: () => void }) {
  const { t } = useTranslation();
  return (
    <p className="cw-picture-note" role="alert">
      {t(textKey)}{' '}
      <button type="button" className="cw-link" onClick={onRetry}>
        {t('map.layer.retry')}
      </button>
    </p>
  );
}

/** The map shows a later time, for which nothing is observed yet. `observedMs`: UTC ms; the text names it as `time`. */
export function PictureNotForecast({
  sign,
  textKey,
  observedMs,
}: {
  sign: string;
  textKey: string;
  observedMs: number;
}) {
  const { t } = useTranslation();
  return (
    <p className="cw-picture-note cw-figures">
      <span aria-hidden="true">{sign}</span>{' '}
      {t(textKey, { time: formatWall(observedMs, serviceZone()).slice(11) })}
    </p>
  );
}
