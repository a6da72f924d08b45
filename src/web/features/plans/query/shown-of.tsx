import { useTranslation } from 'react-i18next';
import type { QueryAnswer } from './use-query.ts';

/** Below a picture that has no pages: how many of those that were found are in it. */
export function ShownOf({ answer: { items, totalCount } }: { answer: QueryAnswer }) {
  const { t } = useTranslation();
  if (totalCount <= items.length) return null;
  return <p className="plan-soft">{t('plan.query.more', { shown: items.length, count: totalCount })}</p>;
}
