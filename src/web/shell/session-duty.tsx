import { useInvalidate } from '@refinedev/core';
import { Button, Modal } from 'antd';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { loadUser, signOut } from '#web/client/auth.ts';
import { reconnectHubs } from '#web/client/hub.ts';
import { dutyDue, sessionEnded } from '#web/client/session.ts';
import { useStore } from '#web/client/store.ts';

const DutyPanel = lazy(async () => ({
  default: (await import('#web/features/identity/account/duty-panel.tsx')).DutyPanel,
}));

/**
 * A duty that comes up over an open page: a role now asks for two-step sign-in, or the password was reset and one
 * signed in again here. It is done in place; what was typed stays.
 */
export function SessionDuty() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const duty = useStore(dutyDue);
  const ended = useStore(sessionEnded);
  const invalidate = useInvalidate();

  const done = async () => {
    await loadUser();
    dutyDue.set(null);
    await reconnectHubs();
    void invalidate({ invalidates: ['all'] });
  };
  const leave = async () => {
    await signOut();
    await navigate('/login');
  };

  return (
    <Modal
      open={duty !== null && !ended}
      title={duty ? t(`account.duty.${duty}`) : ''}
      closable={false}
      maskClosable={false}
      keyboard={false}
      width={640}
      zIndex={1900}
      footer={
        <Button type="text" onClick={() => void leave()}>
          {t('shell.signOut')}
        </Button>
      }
      destroyOnHidden
    >
      {duty && (
        <Suspense>
          <DutyPanel duty={duty} onDone={done} />
        </Suspense>
      )}
    </Modal>
  );
}
