import { useTranslation } from 'react-i18next';
import { LanguageSwitch } from '#web/ui/language-switch.tsx';
import { PlainPage } from '#web/ui/plain-page.tsx';

/** A share link that shows nothing any more, or never did. */
export function LinkOver() {
  const { t } = useTranslation();
  return (
    <PlainPage sign="⌛" title={t('share.over.title')} text={t('share.over')}>
      <LanguageSwitch />
    </PlainPage>
  );
}
