import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { useDocumentTitle } from '#web/ui/document-title.ts';
import { PlainPage } from '#web/ui/plain-page.tsx';

export function NotFound() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  useDocumentTitle(pathname);
  return (
    <PlainPage sign="404" title={t('shell.notFound.title')} text={t('shell.notFound.text')}>
      <Link to="/" className="cw-button">
        {t('shell.backHome')}
      </Link>
    </PlainPage>
  );
}
