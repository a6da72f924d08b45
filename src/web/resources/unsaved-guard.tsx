import { Modal } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useBlocker } from 'react-router';

interface Guarded {
  dirty: () => boolean;
  /** Someone leaves all the same: what was typed is given up. */
  onLeave?: (() => void) | undefined;
}

/** Every form on the screen that may hold typed values; the router asks one blocker only, so the first asks for all. */
const forms: Guarded[] = [];
const anyDirty = () => forms.some(({ dirty }) => dirty());

/** Asks before typed values are lost: on a link, on Back, and when the tab is closed. */
export function UnsavedGuard({ dirty, onLeave }: Guarded) {
  const [first, setFirst] = useState(false);
  useEffect(() => {
    const own = { dirty, onLeave };
    forms.push(own);
    setFirst(forms[0] === own);
    return () => {
      forms.splice(forms.indexOf(own), 1);
    };
  }, [dirty, onLeave]);
  return first ? <Blocker /> : null;
}

function Blocker() {
  const { t } = useTranslation();
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => anyDirty() && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (anyDirty()) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, []);
  return (
    <Modal
      open={blocker.state === 'blocked'}
      title={t('form.leaveTitle')}
      okText={t('form.leave')}
      okButtonProps={{ danger: true }}
      cancelText={t('form.stay')}
      onOk={() => {
        for (const { dirty, onLeave } of forms) if (dirty()) onLeave?.();
        blocker.proceed?.();
      }}
      onCancel={() => blocker.reset?.()}
    >
      {t('form.leaveText')}
    </Modal>
  );
}
