import { Button, Result } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { useDocumentTitle } from '../../shell/document-title.ts';

export function NotFound() {
  const { t } = useTranslation();
  const { pathname, state } = useLocation();
  useDocumentTitle(pathname);
  const wanted =
    typeof state === 'object' && state !== null && 'wanted' in state ? String(state.wanted) : null;
  return (
    <main className="cw-center">
      <Result
        status="404"
        title={t('shell.notFound.title')}
        subTitle={wanted ? t('shell.notFound.path', { path: wanted }) : t('shell.notFound.text')}
        extra={
          <Link to="/">
            <Button type="primary">{t('shell.backHome')}</Button>
          </Link>
        }
      />
    </main>
  );
}
