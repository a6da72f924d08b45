import { Button, Result } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { useDocumentTitle } from '../../shell/document-title.ts';

export function Forbidden() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  useDocumentTitle(pathname);
  return (
    <main className="cw-center">
      <Result
        status="403"
        title={t('shell.forbidden.title')}
        subTitle={t('shell.forbidden.text')}
        extra={
          <Link to="/">
            <Button type="primary">{t('shell.backHome')}</Button>
          </Link>
        }
      />
    </main>
  );
}
