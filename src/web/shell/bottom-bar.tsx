import { LockOutlined } from '@ant-design/icons';
import { Button, Tooltip } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { clockText } from '#web/client/clock.ts';
import { type HubState, useHub, useHubState } from '#web/client/hub.ts';
import { ChangePassword } from '#web/features/identity/account/change-password.tsx';
import { MessageCount } from '#web/features/notices/message-count.tsx';
import { NoticeButton } from '#web/features/notices/notice-button.tsx';
import { useLiveNotices } from '#web/features/notices/queries.ts';
import { ReminderButton } from '#web/features/notices/reminder-button.tsx';
import { useIsMobile } from '#web/ui/appearance.ts';
import { FullScreenButton } from '#web/ui/full-screen-button.tsx';
import { Certification } from './certification.tsx';
import { HubRetry } from './hub-retry.tsx';
import { useLiveUser } from './live-user.ts';
import { UserMenu } from './user-menu.tsx';

/** Clock, connection, and what must be in sight on every page. A phone has room for the figures alone. */
export function BottomBar() {
  const { t } = useTranslation();
  const mobile = useIsMobile();
  useLiveNotices();
  useLiveUser();
  return (
    <footer className="cw-bottom">
      <Clock short={mobile} />
      <Connection short={mobile} />
      <Certification />
      <span className="cw-grow" />
      {!mobile && (
        <span style={{ color: 'var(--cw-soft)' }} className="cw-figures">
          {t('shell.version')}
        </span>
      )}
      <MessageCount />
      <NoticeButton />
      <ReminderButton />
      {!mobile && (
        <>
          <FullScreenButton quiet />
          <PasswordButton />
          <UserMenu />
        </>
      )}
    </footer>
  );
}

function Clock({ short }: { short: boolean }) {
  const { t } = useTranslation();
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  const { local, utc, zone } = clockText(now);
  return (
    <span role="timer" aria-label={t('shell.clock')} className="cw-figures">
      <time dateTime={new Date(now).toISOString()}>
        {short ? local.slice(11) : local} {zone}
      </time>
      <span style={{ marginLeft: short ? 6 : 10, color: 'var(--cw-soft)' }}>{utc}Z</span>
    </span>
  );
}

/** Of the two connections the one that stands worse; the second is there only while a map is. */
function worst(chat: HubState, instant: HubState): HubState {
  const order: HubState[] = ['lost', 'reconnecting', 'connecting', 'off', 'connected'];
  if (instant === 'off') return chat;
  return order.indexOf(instant) < order.indexOf(chat) ? instant : chat;
}

/** A word beside the sign: a lost connection must not look like a quiet day. */
function Connection({ short }: { short: boolean }) {
  const { t } = useTranslation();
  const state = worst(useHub('chat'), useHubState('instant'));
  const shape = { connected: '●', connecting: '◌', reconnecting: '◌', lost: '✕', off: '○' }[state];
  const colour =
    state === 'connected' ? 'var(--cw-good)' : state === 'lost' ? 'var(--cw-error)' : 'var(--cw-warn)';
  return (
    <Tooltip title={t(`shell.hub.${state}.help`)}>
      <output className="cw-connection">
        <span aria-hidden="true" style={{ color: colour, marginRight: 4 }}>
          {shape}
        </span>
        <span
          className={short && (state === 'connected' || state === 'connecting') ? 'cw-hidden' : undefined}
        >
          {t(`shell.hub.${state}`)}
        </span>
        {state === 'lost' && <HubRetry />}
      </output>
    </Tooltip>
  );
}

function PasswordButton() {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        type="text"
        size="small"
        icon={<LockOutlined />}
        aria-label={t('shell.password.title')}
        title={t('shell.password.title')}
        onClick={() => setOpen(true)}
      />
      <ChangePassword open={open} onClose={() => setOpen(false)} />
    </>
  );
}
