import { useTranslation } from 'react-i18next';
import { isLimit } from '#contract/alerts.ts';
import { useAlerts } from './alert-store.ts';
import './alerts.css';

/** What is not evaluated now and why, wherever alerts are: a list without it would look whole. */
export function AlertLimits() {
  const { t } = useTranslation();
  const { lacks } = useAlerts();
  return lacks.filter(isLimit).map(({ key, values }) => (
    <p key={key} role="alert" className="cw-alerts-limit">
      <span aria-hidden="true">⚠</span> {t(key, { ...values })}
    </p>
  ));
}
