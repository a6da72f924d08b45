import { App } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import type { ChangeMessage } from '#contract/hub.ts';
import { holdsPermission } from '#web/client/access.ts';
import { messageSeconds } from '#web/client/error-catalogue.ts';
import { useHubEvent } from '#web/client/hub.ts';
import { useLocale } from '#web/client/locale.ts';
import { wordsOf } from '#web/client/message-words.ts';
import { callService } from '#web/client/services.ts';
import { currentUser } from '#web/client/session.ts';
import { type DetourPrompt, detourPromptOf, flyers } from './detour.ts';

/** Asks at once where a detour needs an answer; mounted once. */
export function DetourPrompts() {
  const { t } = useTranslation();
  const locale = useLocale();
  const { modal, message } = App.useApp();
  const navigate = useNavigate();
  useHubEvent('chat', 'getChangeMessage', async (change) => {
    const prompt = detourPromptOf(change);
    const user = currentUser.get();
    // Nobody sits at a display.
    if (!prompt || user?.display || change.by === user?.user.id) return;
    if (!(await concerns(prompt, change))) return;
    modal.confirm({
      title: t(prompt.titleKey),
      content: wordsOf(change, locale).content,
      okText: t(prompt.jumpKey),
      cancelText: t('shell.cancel'),
      onOk: () => void navigate(prompt.path),
      onCancel: () => void message.info(t('notices.detour.cancelled'), messageSeconds),
    });
  });
  return null;
}

/** Whoever only watches the plan is not asked: an application is for who may answer it, an answer for who flies. */
async function concerns({ asks }: DetourPrompt, { id }: ChangeMessage): Promise<boolean> {
  if (asks === 'whoFlies') return holdsPermission(flyers);
  if (!holdsPermission(['Pages.Navigation'])) return false;
  const detours = callService('Navigation', 'GetDetours', { id });
  return detours.then(
    ({ items }) => items.some(({ mayDecide }) => mayDecide),
    () => false,
  );
}
