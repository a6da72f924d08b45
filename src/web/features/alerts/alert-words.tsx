import type { TFunction } from 'i18next';
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

/** How long until the closest approach or the entry, by the server's clock; null where there is no such time. */
export function countdown(t: TFunction, { approach }: AlertView, aheadMs: number): string | null {
  if (!approach) return null;
  const seconds = Math.round((approach.at - Date.now() - aheadMs) / 1_000);
  return seconds > 0 ? t('alerts.toGo', { seconds }) : t('alerts.atHand');
}

export function AlertCountdown({ alert, aheadMs }: { alert: AlertView; aheadMs: number }) {
  const { t } = useTranslation();
  const words = countdown(t, alert, aheadMs);
  return words === null ? null : <span className="cw-figures">{words}</span>;
}
