import { Modal } from 'antd';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { session, sessionEnded } from '../session.ts';
import { useStore } from '../store.ts';

/** Specification §8: stay, with what was typed still there, or sign in again. */
export function SessionEnded() {
  const { t } = useTranslation();
  const ended = useStore(sessionEnded);
  const { pathname, search } = useLocation();
  return (
    <Modal
      open={ended}
      title={t('shell.ended.title')}
      okText={t('shell.ended.again')}
      cancelText={t('shell.ended.stay')}
      onOk={() => {
        session.clear();
        window.location.assign(`/login?redirect=${encodeURIComponent(pathname + search)}`);
      }}
      onCancel={() => sessionEnded.set(false)}
    >
      {t('shell.ended.text')}
    </Modal>
  );
}
