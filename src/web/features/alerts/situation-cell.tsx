import { useTranslation } from 'react-i18next';
import { nameIn } from '#domain/text/name-in.ts';
import { useLocale } from '#web/client/locale.ts';
import type { CellProps } from '#web/engine/cells.tsx';
import { recordReason } from './alert-reason.ts';
import { useAlerts } from './alert-store.ts';

/** The reason of an alert in the user's language: live while it is open, afterwards with the times of what it counted. */
export function SituationCell({ value, record }: CellProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { alerts } = useAlerts();
  const live = alerts.find((alert) => alert.id === record.id);
  if (live) return t(live.reason.key, { ...live.reason.values });
  return recordReason(t, record) ?? String(nameIn({ name: value, nameEn: record.reasonEn }, locale));
}
