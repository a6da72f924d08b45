import { useTranslation } from 'react-i18next';

/** While the first chunk of a page is on its way. */
export function Splash() {
  const { t } = useTranslation();
  return (
    <output className="cw-center" aria-live="polite">
      <span>
        <span className="cw-spinner" aria-hidden="true" />
        {t('shell.loading')}
      </span>
    </output>
  );
}
