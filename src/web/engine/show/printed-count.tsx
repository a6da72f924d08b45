import { useTranslation } from 'react-i18next';

/** Rows of a list on paper at most; whoever needs more exports. */
export const mostPrinted = 1000;

/** Below a list on paper: how many there are, and whether all of them are printed. */
export function PrintedCount({ shown, total }: { shown: number; total: number }) {
  const { t } = useTranslation();
  return (
    <p>
      {total > shown ? t('show.printedSome', { count: shown, total }) : t('list.total', { count: total })}
    </p>
  );
}
