import { App } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useHubEvent } from '../../hub.ts';
import { messageSeconds } from '../../providers/error-catalogue.ts';
import { currentUser } from '../../session.ts';
import { detourPromptOf } from './detour.ts';

/** Asks at once where a detour needs an answer; mounted once. */
export function DetourPrompts() {
  const { t } = useTranslation();
  const { modal, message } = App.useApp();
  const navigate = useNavigate();
  useHubEvent('chat', 'getChangeMessage', (change) => {
    const prompt = detourPromptOf(change);
    if (!prompt || change.by === currentUser.get()?.user.id) return;
    modal.confirm({
      title: t(prompt.titleKey),
      content: change.content,
      okText: t(prompt.jumpKey),
      cancelText: t('shell.cancel'),
      onOk: () => void navigate(prompt.path),
      onCancel: () => void message.info(t('notices.detour.cancelled'), messageSeconds),
    });
  });
  return null;
}
