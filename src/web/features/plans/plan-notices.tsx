import { App, Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import type { ChangeMessage } from '#contract/hub.ts';
import { isPlanState, stateKey } from '#domain/plans/states.ts';
import { useLocale } from '#web/client/locale.ts';
import { wordsOf } from '#web/client/message-words.ts';
import { useOtherMessages } from '#web/features/notices/queries.ts';
import { toastSeconds } from './toast-seconds.ts';

const warnings = new Set(['reject', 'refuse', 'lapse', 'overdue', 'stopFlight', 'recall']);

/**
 * Shows what others did to plans that concern the user, where it is no message of the message centre; mounted once. One toast a
 * plan: the newest replaces the last.
 */
export function PlanNotices() {
  const { t } = useTranslation();
  const locale = useLocale();
  const { notification } = App.useApp();
  const navigate = useNavigate();

  function show(message: ChangeMessage): void {
    const seconds = toastSeconds(message.type);
    if (seconds === null) return;
    const action = message.type.replace('plan.', '');
    const key = `plan-${message.id}`;
    // `2026…0001 B10QA: …`: number and callsign come first in the message whatever its language.
    const { title, content, message: text, unit } = wordsOf(message, locale);
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
          {unit && <div>{unit}</div>}
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

  useOtherMessages((message) => {
    if (message.resource === 'plan') show(message);
  });
  return null;
}
