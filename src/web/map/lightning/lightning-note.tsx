import { useTranslation } from 'react-i18next';
import { durationText } from '#domain/text/times.ts';
import { useLocale } from '#web/client/locale.ts';
import { PictureFailure, PictureNotForecast } from '#web/map/picture-lines.tsx';
import type { ShownLightning } from './use-lightning.ts';

/** Lightning on the map: how much there was and when the last, that no source is heard, or that the chosen time has none. */
export function LightningNote({
  lightning,
  error,
  isAhead = false,
  onRetry,
}: {
  lightning: ShownLightning | null;
  error: unknown;
  /** The map shows a later time. */
  isAhead?: boolean;
  onRetry: () => void;
}) {
  if (error) {
    // Of what could not be loaded nobody knows that there was none.
    return (
      <>
        <PictureFailure textKey="map.lightning.failed" onRetry={onRetry} />
        {lightning && lightning.strokes.length > 0 && !isAhead && <Strokes lightning={lightning} />}
      </>
    );
  }
  if (!lightning) return null;
  if (!isAhead || (isDead(lightning) && lightning.strokes.length === 0))
    return <Strokes lightning={lightning} />;
  return <PictureNotForecast sign="ϟ" textKey="map.lightning.notForecast" observedMs={lightning.knownToMs} />;
}

/** No source is heard: nothing is known of now. */
const isDead = ({ sources, silent }: ShownLightning) => sources > 0 && silent === sources;

function Strokes({ lightning }: { lightning: ShownLightning }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { strokes, shownForMin, newestMin, isCut, sources, silent } = lightning;
  const span = durationText(shownForMin * 60_000, locale);
  return (
    <p className="cw-picture-note cw-figures">
      <span aria-hidden="true">ϟ</span>{' '}
      {newestMin !== null
        ? t('map.lightning.count', { count: strokes.length, span })
        : isDead(lightning)
          ? t('map.layer.lightning')
          : t('map.lightning.none', { span })}{' '}
      {newestMin !== null && (
        <span className="cw-soft">
          {newestMin === 0
            ? t('map.lightning.now')
            : t('map.lightning.newest', { age: durationText(newestMin * 60_000, locale) })}
          {isCut && ` ${t('map.lightning.cut')}`}
        </span>
      )}
      {silent > 0 && (
        <strong>
          {' '}
          {isDead(lightning) ? t('map.lightning.dead') : t('map.lightning.silent', { silent, sources })}
        </strong>
      )}
    </p>
  );
}
