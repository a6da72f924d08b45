import { App, Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import type { ChangeMessage } from '#contract/hub.ts';
import { isPlanState, stateKey } from '#domain/plans/states.ts';
import { useHubEvent } from '#web/client/hub.ts';
import { useLocale } from '#web/client/locale.ts';
import { wordsOf } from '#web/client/message-words.ts';
import { currentUser } from '#web/client/session.ts';
import { toastSeconds } from './toast-seconds.ts';

const warnings = new Set(['reject', 'refuse', 'lapse', 'overdue', 'stopFlight', 'recall']);

/** Says what others did to plans that concern me; mounted once. One toast a plan: the newest word replaces the last. */
export function PlanNotices() {
  const { t } = useTranslation();
  const locale = useLocale();
  const { notification } = App.useApp();
  const navigate = useNavigate();

  function show(message: ChangeMessage): void {
    const seconds = toastSeconds(message.type);
    if (seconds === null || message.by === currentUser.get()?.user.id) return;
    const action = message.type.replace('plan.', '');
    const key = `plan-${message.id}`;
    // `2026…0001 B10QA: …`: number and callsign come first in the message whatever its language.
    const { title, content, message: text } = wordsOf(message, locale);
    const [subject = ''] = content.split(/[:：]/);
    notification.open({
      key,
      type: warnings.has(action) ? 'warning' : 'info',
      role: 'status',
      duration: seconds,
      message: t(`plan.did.${action}`, { defaultValue: title }),
      description: (
        <>
          <div>{subject.trim()}</div>
          {isPlanState(message.state) && <div>{t(stateKey(message.state))}</div>}
          {message.unit && <div>{message.unit}</div>}
          {text && <q>{text}</q>}
        </>
      ),
      actions: (
        <Button
          size="small"
          onClick={() => {
            notification.destroy(key);
            void navigate(`/navigation/details?id=${message.id}`);
          }}
        >
          {t('plan.notice.open')}
        </Button>
      ),
    });
  }

  useHubEvent('chat', 'getChangeMessage', (message) => {
    if (message.resource === 'plan') show(message);
  });
  return null;
}
