import type { TFunction } from 'i18next';

/** The days of the week of a term: `Mon Wed Fri`, or every day. */
export function weekdaysText(weekdays: readonly number[], t: TFunction): string {
  if (weekdays.length === 0 || weekdays.length === 7) return t('standing.everyDay');
  return weekdays.map((day) => t(`standing.weekday.${day}`)).join(' ');
}
