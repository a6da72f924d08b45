import { App } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { RequestError } from '../../providers/http.ts';

/**
 * Specification §8: a 500 whose message is `NotFinish` asks to complete the unfinished plans and goes to their list.
 * Gives true where the error was that one.
 */
export function useNotFinish(): (error: unknown) => boolean {
  const { t } = useTranslation();
  const { modal } = App.useApp();
  const navigate = useNavigate();
  return (error) => {
    if (!(error instanceof RequestError) || error.statusCode !== 500 || error.message !== 'NotFinish') {
      return false;
    }
    modal.confirm({
      title: t('plan.notFinish.title'),
      content: t('plan.notFinish.text'),
      okText: t('plan.notFinish.go'),
      cancelText: t('shell.cancel'),
      onOk: () => void navigate('/navigation/NotFinish'),
    });
    return true;
  };
}
