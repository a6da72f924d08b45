import { App } from 'antd';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { messageSeconds, sayingOf } from './error-catalogue.ts';

/** Says a failure that no form or panel has a place for, in the manner of specification §8. */
export function useNotifyError(): (error: unknown) => void {
  const { t } = useTranslation();
  const { message, notification, modal } = App.useApp();
  const navigate = useNavigate();
  return useCallback(
    (error) => {
      const saying = sayingOf(error);
      switch (saying.kind) {
        case 'signIn':
          return;
        case 'notFinish':
          modal.confirm({
            title: t('plan.notFinish.title'),
            content: t('plan.notFinish.text'),
            okText: t('plan.notFinish.go'),
            cancelText: t('shell.cancel'),
            onOk: () => void navigate('/navigation/NotFinish'),
          });
          return;
        case 'notification':
          notification.error({
            message: t(saying.message),
            description: saying.details,
            role: 'alert',
            placement: 'topRight',
          });
          return;
        default:
          void message.error(t(saying.message), messageSeconds);
      }
    },
    [t, message, notification, modal, navigate],
  );
}
