import { FullscreenOutlined } from '@ant-design/icons';
import { App, Button, Tooltip } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { clockText, serviceZone } from '../clock.ts';
import { useHub } from '../hub.ts';
import { useIsMobile } from './appearance.ts';
import { MessageCount } from './notices/message-count.tsx';
import { NoticeButton } from './notices/notice-button.tsx';
import { useLiveNotices } from './notices/queries.ts';
import { ReminderButton } from './notices/reminder-button.tsx';

/** Clock, connection, full screen: what must be in sight on every page. */
export function BottomBar() {
  const { t } = useTranslation();
  const mobile = useIsMobile();
  useLiveNotices();
  return (
    <footer className="cw-bottom">
      <Clock />
      <Connection />
      <span className="cw-grow" />
      {!mobile && (
        <span style={{ color: 'var(--cw-soft)' }} className="cw-figures">
          {t('shell.version')}
        </span>
      )}
      <MessageCount />
      <NoticeButton />
      <ReminderButton />
      {!mobile && <FullScreen />}
    </footer>
  );
}

function Clock() {
  const { t } = useTranslation();
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  const { local, utc } = clockText(now);
  return (
    <span role="timer" aria-label={t('shell.clock')} className="cw-figures">
      <time dateTime={new Date(now).toISOString()}>
        {local} {serviceZone.label}
      </time>
      <span style={{ marginLeft: 10, color: 'var(--cw-soft)' }}>{utc}Z</span>
    </span>
  );
}

/** A word beside the sign: a lost connection must not look like a quiet day. */
function Connection() {
  const { t } = useTranslation();
  const state = useHub('chat');
  const shape = { connected: '●', connecting: '◌', reconnecting: '◌', lost: '✕', off: '○' }[state];
  const colour =
    state === 'connected' ? 'var(--cw-good)' : state === 'lost' ? 'var(--cw-error)' : 'var(--cw-warn)';
  return (
    <Tooltip title={t(`shell.hub.${state}.help`)}>
      <output style={{ whiteSpace: 'nowrap' }}>
        <span aria-hidden="true" style={{ color: colour, marginRight: 4 }}>
          {shape}
        </span>
        {t(`shell.hub.${state}`)}
      </output>
    </Tooltip>
  );
}

function FullScreen() {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const toggle = async () => {
    if (!document.fullscreenEnabled) {
      message.warning(t('shell.fullScreen.unsupported'));
      return;
    }
    if (document.fullscreenElement) await document.exitFullscreen();
    else await document.documentElement.requestFullscreen();
  };
  return (
    <Button
      type="text"
      size="small"
      icon={<FullscreenOutlined />}
      aria-label={t('shell.fullScreen')}
      title={t('shell.fullScreen')}
      onClick={() => void toggle()}
    />
  );
}
