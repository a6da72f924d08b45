import { PlusOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { App, Button, Card, Empty, Skeleton, Tag } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiToken } from '#contract/api-token.ts';
import { permissions } from '#domain/identity/permissions.ts';
import { listText } from '#domain/text/list-text.ts';
import { localText } from '#web/client/clock.ts';
import { useLabel, useLocale } from '#web/client/locale.ts';
import { callService } from '#web/client/services.ts';
import { Failure } from '#web/ui/failure.tsx';
import { TokenForm } from './token-form.tsx';

/** The own tokens for programs: what each may do, until when, when it was last used; made and revoked here. */
export function TokenPage() {
  const { t } = useTranslation();
  const [making, setMaking] = useState(false);
  const { data, error, refetch } = useQuery({
    queryKey: ['api-tokens'],
    queryFn: () => callService('ApiToken', 'GetList', {}),
  });
  return (
    <div className="cw-page" style={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 12 }}>
      <header className="cw-bar">
        <h1 className="cw-title">{t('tokens.title')}</h1>
        <span className="cw-grow" />
        <Button type="primary" icon={<PlusOutlined />} onClick={() => setMaking(true)}>
          {t('tokens.create')}
        </Button>
      </header>
      <Card size="small">
        <p style={{ marginTop: 0 }}>{t('tokens.intro')}</p>
        <p style={{ margin: 0 }}>
          {t('tokens.usage')} <code>Authorization: Bearer cwk_…</code> ·{' '}
          <a href="/api/docs" target="_blank" rel="noopener">
            {t('tokens.docs')}
          </a>
        </p>
      </Card>
      {error && <Failure title={t('tokens.listFailed')} error={error} retry={() => void refetch()} />}
      {!data && !error && <Skeleton active />}
      {data?.items.length === 0 && <Empty description={t('tokens.empty')} />}
      {data && data.items.length > 0 && (
        <ul className="cw-cards">
          {data.items.map((token) => (
            <li key={token.id}>
              <TokenCard token={token} onRevoked={() => void refetch()} />
            </li>
          ))}
        </ul>
      )}
      {making && (
        <TokenForm
          onClose={(made) => {
            setMaking(false);
            if (made) void refetch();
          }}
        />
      )}
    </div>
  );
}

const colours = { living: 'green', ended: 'default', revoked: 'red' } as const;

function TokenCard({ token, onRevoked }: { token: ApiToken; onRevoked: () => void }) {
  const { t } = useTranslation();
  const label = useLabel();
  const locale = useLocale();
  const { modal, message } = App.useApp();
  const { name } = token;
  const scope = token.permissions.map((one) => {
    const known = permissions.find((permission) => permission.name === one);
    return known ? label(known.label, one) : one;
  });

  const revoke = () =>
    modal.confirm({
      title: t('tokens.revokeTitle', { name }),
      content: t('tokens.revokeText'),
      okText: t('tokens.revoke'),
      cancelText: t('shell.cancel'),
      okButtonProps: { danger: true },
      onOk: async () => {
        try {
          await callService('ApiToken', 'Revoke', { id: token.id });
          message.success(t('tokens.revokedDone', { name }));
        } catch (error) {
          modal.error({
            title: t('tokens.failed'),
            content: error instanceof Error ? t(error.message) : t('shell.error.unknown'),
            okText: t('shell.ok'),
          });
        }
        onRevoked();
      },
    });

  const facts: [key: string, value: string][] = [
    ['prefix', `${token.prefix}…`],
    ['scope', scope.length > 0 ? listText(scope, locale) : t('tokens.scope.all')],
    ['expiresAt', localText(token.expiresAt)],
    ['lastUsed', token.lastUsedAt ? localText(token.lastUsedAt) : t('tokens.never')],
    ['createdAt', localText(token.createdAt)],
  ];
  return (
    <article className="cw-entry">
      <header className="cw-bar">
        <strong>{name}</strong>
        <Tag color={colours[token.state]} style={{ color: 'var(--cw-ink)' }}>
          {t(`tokens.state.${token.state}`)}
        </Tag>
        {token.readOnly && <Tag>{t('tokens.readOnly')}</Tag>}
        <span className="cw-grow" />
        {token.state === 'living' && (
          <Button danger size="small" aria-label={t('tokens.revokeOf', { name })} onClick={revoke}>
            {t('tokens.revoke')}
          </Button>
        )}
      </header>
      <dl className="cw-fields">
        {facts.map(([key, value]) => (
          <div key={key}>
            <dt>{t(`tokens.${key}`)}</dt>
            <dd className="cw-figures">{value}</dd>
          </div>
        ))}
      </dl>
    </article>
  );
}
