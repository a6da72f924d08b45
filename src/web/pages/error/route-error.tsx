import { Button, Result } from 'antd';
import { useTranslation } from 'react-i18next';
import { isRouteErrorResponse, useRouteError } from 'react-router';

/** The last net: a screen that threw. What was typed elsewhere is not touched; the cause is said, not swallowed. */
export function RouteError() {
  const { t } = useTranslation();
  const error = useRouteError();
  if (isRouteErrorResponse(error) && error.status === 404) {
    window.location.replace('/404');
    return null;
  }
  const message = error instanceof Error ? error.message : String(error);
  return (
    <main className="cw-center">
      <Result
        status="error"
        title={t('shell.crash.title')}
        subTitle={`${t('shell.crash.text')} ${message}`}
        extra={
          <Button type="primary" onClick={() => window.location.reload()}>
            {t('shell.reload')}
          </Button>
        }
      />
    </main>
  );
}
