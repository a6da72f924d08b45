import { useTranslation } from 'react-i18next';
import { dayAfter, daysBetween } from '#domain/plans/working-days.ts';
import { limitText } from '#domain/text/times.ts';
import { today } from '#web/client/clock.ts';

/** A paper that ends within so many days is told beforehand. */
const soonDays = 30;

/** How a paper stands whose last day this is (`YYYY-MM-DD`); it is valid on that day. */
export function expiryOf(until: string): 'past' | 'soon' | 'valid' {
  const now = today();
  if (until < now) return 'past';
  return until <= dayAfter(now, soonDays) ? 'soon' : 'valid';
}

/** The last day of a paper: past it is an error, near it a warning, in words too. */
export function ExpiryDate({ until }: { until: string }) {
  const { t } = useTranslation();
  const stands = expiryOf(until);
  const text = <span className="cw-figures">{limitText(until, t('list.noLimit'))}</span>;
  if (stands === 'valid') return text;
  const left = daysBetween(today(), until);
  return (
    <span className="cw-expiry" data-stands={stands}>
      {text} <small>{stands === 'past' ? t('list.expired') : t('list.expiresIn', { count: left })}</small>
    </span>
  );
}
