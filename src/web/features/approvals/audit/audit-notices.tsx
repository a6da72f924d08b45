import { App, Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import type { ChangeMessage } from '#contract/hub.ts';
import { useLabel, useLocale } from '#web/client/locale.ts';
import { wordsOf } from '#web/client/message-words.ts';
import { resourceNamed } from '#web/client/record-types.ts';
import { useOtherMessages } from '#web/features/notices/queries.ts';
import { deskPathOf } from './audit-desk-paths.ts';
import { useLiveAudits } from './audit-queries.ts';

/** What is said of an audit, by the last part of the message's type; what is absent is not worth a toast. */
const announcedTypes = new Set([
  'submitted',
  'withdrawn',
  'approved',
  'rejected',
  'returned',
  'reassigned',
  'expired',
  'stepOverdue',
]);
/** Approval notices stay until they are put away (specification §9). */
const persistent = new Set(['approved', 'rejected', 'returned', 'expired']);

/**
 * Shows what others did to records under approval that concern the user, where it is no message of the message centre; mounted
 * once. One toast a record.
 */
export function AuditNotices() {
  const { t } = useTranslation();
  const label = useLabel();
  const locale = useLocale();
  const { notification } = App.useApp();
  const navigate = useNavigate();
  useLiveAudits();

  function show(message: ChangeMessage): void {
    const resource = resourceNamed(message.resource);
    const [, act = ''] = message.type.split('.');
    if (!resource?.approval || !announcedTypes.has(act)) return;
    const key = `audit-${message.resource}-${message.id}`;
    const { content, message: text, unit } = wordsOf(message, locale);
    const bad = act === 'rejected' || act === 'returned' || act === 'expired' || act === 'stepOverdue';
    const desk = act === 'submitted' || act === 'reassigned' ? deskPathOf(resource.name) : undefined;
    notification.open({
      key,
      type: bad ? 'warning' : act === 'approved' ? 'success' : 'info',
      role: 'status',
      duration: persistent.has(act) ? 0 : 60,
      message: t(`audit.said.${act}`, { kind: label(resource.schema['x-label'], resource.name) }),
      description: (
        <>
          <div>{content}</div>
          {unit && <div>{unit}</div>}
          {text && <q>{text}</q>}
        </>
      ),
      actions: (
        <Button
          size="small"
          onClick={() => {
            notification.destroy(key);
            void navigate(desk ? `${desk}?id=${message.id}` : `${resource.path}/${message.id}`);
          }}
        >
          {t('plan.notice.open')}
        </Button>
      ),
    });
  }

  useOtherMessages(show);
  return null;
}
