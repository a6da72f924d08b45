import { useInvalidate } from '@refinedev/core';
import { Button, Modal } from 'antd';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { loadUser, signOut } from '#web/client/auth.ts';
import { reconnectHubs } from '#web/client/hub.ts';
import { sessionEnded, signInRequirementDue } from '#web/client/session.ts';
import { useStore } from '#web/client/store.ts';

const RequirementPanel = lazy(async () => ({
  default: (await import('#web/features/identity/account/sign-in-requirement-panel.tsx'))
    .SignInRequirementPanel,
}));

/**
 * A duty that comes up over an open page: a role now asks for two-step sign-in, or the password was reset and one
 * signed in again here. It is done in place; what was typed stays.
 */
export function SessionRequirement() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const signInRequirement = useStore(signInRequirementDue);
  const ended = useStore(sessionEnded);
  const invalidate = useInvalidate();

  const done = async () => {
    await loadUser();
    signInRequirementDue.set(null);
    await reconnectHubs();
    void invalidate({ invalidates: ['all'] });
  };
  const leave = async () => {
    await signOut();
    await navigate('/login');
  };

  return (
    <Modal
      open={signInRequirement !== null && !ended}
      title={signInRequirement ? t(`account.duty.${signInRequirement}`) : ''}
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
      {signInRequirement && (
        <Suspense>
          <RequirementPanel signInRequirement={signInRequirement} onDone={done} />
        </Suspense>
      )}
    </Modal>
  );
}
