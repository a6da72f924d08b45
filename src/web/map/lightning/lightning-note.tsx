import { useTranslation } from 'react-i18next';
import { durationText } from '#domain/text/times.ts';
import { useLocale } from '#web/client/locale.ts';
import type { ShownLightning } from './use-lightning.ts';

/** How much lightning there was, and how long ago the last was; that none was located, where a source would have told it. */
export function LightningNote({
  lightning,
  error,
  onRetry,
}: {
  lightning: ShownLightning | null;
  error: unknown;
  onRetry: () => void;
}) {
  const { t } = useTranslation();
  const locale = useLocale();
  if (error) {
    return (
      <p className="cw-picture-note" role="alert">
        {t('map.lightning.failed')}{' '}
        <button type="button" className="cw-link" onClick={onRetry}>
          {t('map.layer.retry')}
        </button>
      </p>
    );
  }
  if (!lightning) return null;
  const { strokes, shownForMin, newestMin, isCut, sources, silent } = lightning;
  const isDead = sources > 0 && silent === sources;
  const span = durationText(shownForMin * 60_000, locale);
  return (
    <p className="cw-picture-note cw-figures">
      <span aria-hidden="true">ϟ</span>{' '}
      {newestMin !== null
        ? t('map.lightning.count', { count: strokes.length, span })
        : isDead
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
        <strong> {isDead ? t('map.lightning.dead') : t('map.lightning.silent', { silent, sources })}</strong>
      )}
    </p>
  );
}
