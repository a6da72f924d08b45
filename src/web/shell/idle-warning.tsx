import { Modal } from 'antd';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import type { OutputOf } from '#contract/services.ts';
import { noteInput } from '#web/client/activity.ts';
import { signOut } from '#web/client/auth.ts';
import { useHubState } from '#web/client/hub.ts';
import { callService } from '#web/client/services.ts';
import { currentUser, session, sessionEnded } from '#web/client/session.ts';
import { useStore } from '#web/client/store.ts';
import { nextLook } from './session-life.ts';

interface Warning {
  kind: 'idle' | 'age';
  endsAtMs: number;
}

/**
 * Says shortly before the session ends that it will, and offers to stay. The server is asked, not this page's clock:
 * another tab may be in use, and an administrator may have changed the limits.
 */
export function IdleWarning() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const ended = useStore(sessionEnded);
  // A display has its last day on its wall: nobody is there to answer.
  const isDisplay = useStore(currentUser)?.display !== undefined;
  const lost = useHubState('chat') === 'lost';
  const [warning, setWarning] = useState<Warning | null>(null);
  const [ageSeen, setAgeSeen] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const look = useCallback(async () => {
    clearTimeout(timer.current);
    if (isDisplay || !session.bearer() || sessionEnded.get()) return setWarning(null);
    const life = await callService('MyAccount', 'GetLife', {}).catch(() => null);
    clearTimeout(timer.current);
    const { warn, afterS } = nextLook(life);
    setWarning(warn && life ? { kind: warn, endsAtMs: Date.now() + secondsOf(life, warn) * 1000 } : null);
    timer.current = setTimeout(() => void look(), afterS * 1000);
  }, [isDisplay]);

  // Also when the hub is lost: a session that was ended from elsewhere loses its connections first.
  useEffect(() => {
    void ended;
    void lost;
    void look();
    return () => clearTimeout(timer.current);
  }, [ended, lost, look]);

  const idle = warning?.kind === 'idle';
  return (
    <Modal
      open={warning !== null && !ended && (idle || !ageSeen)}
      title={t(idle ? 'account.idle.title' : 'account.age.title')}
      okText={t(idle ? 'account.idle.stay' : 'account.age.again')}
      cancelText={t(idle ? 'shell.signOut' : 'account.age.later')}
      maskClosable={false}
      closable={false}
      keyboard={false}
      zIndex={1950}
      onOk={() => {
        if (!idle) return sessionEnded.set(true);
        noteInput();
        void look();
      }}
      onCancel={() => {
        if (!idle) return setAgeSeen(true);
        void signOut().then(() => navigate('/login'));
      }}
    >
      {warning && <Countdown warning={warning} />}
    </Modal>
  );
}

function secondsOf(
  { endsInS, idleEndsInS }: OutputOf<'MyAccount', 'GetLife'>,
  kind: Warning['kind'],
): number {
  return kind === 'idle' ? (idleEndsInS ?? endsInS) : endsInS;
}

function Countdown({ warning: { kind, endsAtMs } }: { warning: Warning }) {
  const { t } = useTranslation();
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const tick = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(tick);
  }, []);
  const left = Math.max(0, Math.ceil((endsAtMs - now) / 1000));
  const time = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`;
  return (
    <p role="timer" style={{ margin: 0 }}>
      {t(kind === 'idle' ? 'account.idle.text' : 'account.age.text', { time })}
    </p>
  );
}
