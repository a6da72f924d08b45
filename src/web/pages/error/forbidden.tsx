import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { PlainPage } from '../../components/plain-page.tsx';
import { useDocumentTitle } from '../../shell/document-title.ts';

export function Forbidden() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  useDocumentTitle(pathname);
  return (
    <PlainPage sign="401" title={t('shell.forbidden.title')} text={t('shell.forbidden.text')}>
      <Link to="/" className="cw-button">
        {t('shell.backHome')}
      </Link>
    </PlainPage>
  );
}
