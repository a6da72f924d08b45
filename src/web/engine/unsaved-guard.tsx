import { Modal } from 'antd';
import { type RefObject, useCallback, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useBlocker } from 'react-router';
import { useDirty } from '#web/client/live.ts';
import { createStore, useStore } from '#web/client/store.ts';

interface Guarded {
  dirty: () => boolean;
  /** Someone leaves all the same: what was typed is given up. */
  onLeave?: (() => void) | undefined;
}

/** Every form on the screen that may hold typed values; the router asks one blocker only, so the first asks for all. */
const forms = createStore<readonly RefObject<Guarded>[]>([]);
const dirtyForms = () => forms.get().filter(({ current }) => current.dirty());

/** Of a form: while it is dirty nothing under it moves, and whoever leaves must be asked, unless all is `saved`. */
export function useUnsaved(dirty: boolean) {
  useDirty(dirty);
  const isDirty = useRef(dirty);
  isDirty.current = dirty;
  const saved = useRef(false);
  const mustAsk = useCallback(() => isDirty.current && !saved.current, []);
  return { isDirty, saved, mustAsk };
}

/** Asks before typed values are lost: on a link, on Back, and when the tab is closed. */
export function UnsavedGuard({ dirty, onLeave }: Guarded) {
  const own = useRef<Guarded>({ dirty, onLeave });
  own.current = { dirty, onLeave };
  useEffect(() => {
    forms.set([...forms.get(), own]);
    return () => forms.set(forms.get().filter((one) => one !== own));
  }, []);
  const [first] = useStore(forms);
  return first === own ? <Blocker /> : null;
}

function Blocker() {
  const { t } = useTranslation();
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      dirtyForms().length > 0 && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (dirtyForms().length > 0) event.preventDefault();
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
        for (const { current } of dirtyForms()) current.onLeave?.();
        blocker.proceed?.();
      }}
      onCancel={() => blocker.reset?.()}
    >
      {t('form.leaveText')}
    </Modal>
  );
}
