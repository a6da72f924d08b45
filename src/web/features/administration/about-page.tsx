import { useQuery } from '@tanstack/react-query';
import { Card, Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { localText } from '#web/client/clock.ts';
import { useResource } from '#web/client/record-types.ts';
import { callService } from '#web/client/services.ts';
import { ScreenLink } from '#web/engine/screen-link.tsx';
import { Failure } from '#web/ui/failure.tsx';
import './admin.css';

/** Data that others gathered, with the terms it comes under. */
const sources: [key: string, link: string][] = [
  ['land', 'https://www.naturalearthdata.com/'],
  ['cities', 'https://www.geonames.org/'],
  ['airports', 'https://ourairports.com/'],
];

/** What this is, which release runs, and what it stands on. */
export function AboutPage() {
  const { t } = useTranslation();
  const feedback = useResource('feedback');
  const { data, error } = useQuery({
    queryKey: ['about'],
    queryFn: () => callService('Session', 'GetCurrentLoginInformations', {}),
  });
  return (
    <div
      className="cw-page cw-about"
      style={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 12, maxWidth: 960 }}
    >
      <h1 className="cw-title">{t('admin.about.title')}</h1>
      <Card size="small">
        <h2 style={{ marginTop: 0 }}>{t('shell.product')}</h2>
        <p>{t('shell.login.about')}</p>
        {error && <Failure title={t('admin.about.failed')} error={error} />}
        {!data && !error && <Skeleton active paragraph={{ rows: 1 }} title={false} />}
        {data && (
          <dl className="cw-fields">
            <div>
              <dt>{t('admin.about.release')}</dt>
              <dd className="cw-figures">
                {data.application.version} <Link to="/permission/updateLog">{t('admin.about.changes')}</Link>
              </dd>
            </div>
            <div>
              <dt>{t('admin.about.built')}</dt>
              <dd className="cw-figures">{localText(data.application.releaseDate)}</dd>
            </div>
            <div>
              <dt>{t('admin.about.interface')}</dt>
              <dd>
                <a href="/api/docs" target="_blank" rel="noopener">
                  OpenAPI 3.1
                </a>
              </dd>
            </div>
          </dl>
        )}
      </Card>
      <Card size="small">
        <h2 style={{ marginTop: 0, fontSize: 16 }}>{t('admin.about.times')}</h2>
        <p style={{ margin: 0 }}>{t('admin.about.timesText')}</p>
      </Card>
      <Card size="small">
        <h2 style={{ marginTop: 0, fontSize: 16 }}>{t('admin.about.data')}</h2>
        <ul style={{ margin: 0, paddingInlineStart: 20 }}>
          {sources.map(([key, link]) => (
            <li key={key}>
              {t(`admin.about.${key}`)}{' '}
              <a href={link} target="_blank" rel="noopener noreferrer">
                {new URL(link).hostname}
              </a>
            </li>
          ))}
        </ul>
      </Card>
      <Card size="small">
        <h2 style={{ marginTop: 0, fontSize: 16 }}>{t('admin.about.help')}</h2>
        <p style={{ margin: 0 }}>
          {t('admin.about.helpText')}{' '}
          {feedback && (
            <ScreenLink resource={feedback} kind="list">
              {t('admin.about.ask')}
            </ScreenLink>
          )}
        </p>
      </Card>
    </div>
  );
}
