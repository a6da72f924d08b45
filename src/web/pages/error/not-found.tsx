import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { PlainPage } from '../../components/plain-page.tsx';
import { useDocumentTitle } from '../../shell/document-title.ts';

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
