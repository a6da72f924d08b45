import { useTranslation } from 'react-i18next';
import type { AlertView } from '#contract/alerts.ts';

/** Beside the colour: what tells a level without it. */
export const levelSigns: Record<AlertView['level'], string> = { advisory: 'ⓘ', caution: '▲', warning: '■' };

/** How urgent, and what kind. */
export function LevelWords({ alert: { level, kind } }: { alert: AlertView }) {
  const { t } = useTranslation();
  return (
    <span className="cw-alert-level">
      <span aria-hidden="true">{levelSigns[level]}</span> {t(`alert.level.${level}`)} ·{' '}
      {t(`alert.net.${kind}`)}
    </span>
  );
}

/** Seconds to the closest approach or the entry, of the server's clock. */
export const secondsTo = ({ approach }: AlertView, aheadMs: number): number | null =>
  approach && Math.max(0, Math.round((approach.at - Date.now() - aheadMs) / 1_000));

/** How long until then; nothing where there is no such time. */
export function AlertCountdown({ alert, aheadMs }: { alert: AlertView; aheadMs: number }) {
  const { t } = useTranslation();
  const seconds = secondsTo(alert, aheadMs);
  return seconds === null ? null : <span className="cw-figures">{t('alerts.toGo', { seconds })}</span>;
}
