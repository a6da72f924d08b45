import { useQuery } from '@tanstack/react-query';
import { Button, Card, Skeleton } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { localText } from '#web/client/clock.ts';
import { callService } from '#web/client/services.ts';
import { Failure } from '#web/ui/failure.tsx';
import { ChangePassword } from './change-password.tsx';
import './account.css';
import { ProfileCard } from './profile-card.tsx';
import { SecondFactorCard } from './second-factor-card.tsx';
import { SessionsCard } from './sessions-card.tsx';

/** The own account: who one is, how one proves it, where one is signed in, and what programs may do in one's name. */
export function AccountPage() {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery({
    queryKey: ['own-profile'],
    queryFn: () => callService('MyAccount', 'GetProfile', {}),
  });
  return (
    <div className="cw-page" style={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 12 }}>
      <header className="cw-bar">
        <h1 className="cw-title">{t('account.title')}</h1>
      </header>
      <div className="cw-account">
        {error && <Failure error={error} retry={() => void refetch()} />}
        {!data && !error && <Skeleton active />}
        {data && <ProfileCard profile={data} />}
        <div style={{ display: 'grid', gap: 12 }}>
          <PasswordCard changedAt={data?.passwordChangedAt ?? null} />
          <SecondFactorCard />
          <Card size="small" title={<h2 className="cw-card-title">{t('channels.title')}</h2>}>
            <p style={{ marginTop: 0 }}>{t('account.channels.help')}</p>
            <Link to="/account/channels">{t('account.channels.open')}</Link>
          </Card>
          <Card size="small" title={<h2 className="cw-card-title">{t('tokens.title')}</h2>}>
            <p style={{ marginTop: 0 }}>{t('account.tokens.help')}</p>
            <Link to="/permission/apiTokens">{t('account.tokens.open')}</Link>
          </Card>
        </div>
        <SessionsCard />
      </div>
    </div>
  );
}

function PasswordCard({ changedAt }: { changedAt: string | null }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  return (
    <Card size="small" title={<h2 className="cw-card-title">{t('account.password')}</h2>}>
      <p style={{ marginTop: 0 }}>
        {changedAt
          ? t('account.password.changedAt', { at: localText(changedAt) })
          : t('account.password.neverChanged')}
      </p>
      <Button onClick={() => setOpen(true)}>{t('shell.password.title')}</Button>
      <ChangePassword open={open} onClose={() => setOpen(false)} />
    </Card>
  );
}
