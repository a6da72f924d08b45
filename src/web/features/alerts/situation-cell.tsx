import { useTranslation } from 'react-i18next';
import { nameIn } from '#domain/text/name-in.ts';
import { useLocale } from '#web/client/locale.ts';
import type { CellProps } from '#web/engine/cells.tsx';
import { lastingReason, reasonOfRecord } from './alert-reason.ts';
import { useAlerts } from './alert-store.ts';

/** What an alert says: as it is now while it is open, else with the times of what it counted; in the reader's language. */
export function SituationCell({ value, record }: CellProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { alerts } = useAlerts();
  const live = alerts.find((alert) => alert.id === record.id);
  if (live) return t(live.reason.key, { ...live.reason.values });
  const past = reasonOfRecord(record);
  return past ? lastingReason(t, past) : String(nameIn({ name: value, nameEn: record.reasonEn }, locale));
}
