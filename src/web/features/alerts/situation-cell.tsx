import { useTranslation } from 'react-i18next';
import { nameIn } from '#domain/text/name-in.ts';
import { useLocale } from '#web/client/locale.ts';
import type { CellProps } from '#web/engine/cells.tsx';
import { useAlerts } from './alert-store.ts';

/** What an alert says: as it is now while it is open, else as it was stored; in the reader's language. */
export function SituationCell({ value, record: { id, reasonEn } }: CellProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { alerts } = useAlerts();
  const live = alerts.find((alert) => alert.id === id);
  if (live) return t(live.reason.key, { ...live.reason.values });
  return String(nameIn({ name: value, nameEn: reasonEn }, locale));
}
