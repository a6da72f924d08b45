import { App, Form } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MessageItem } from '#contract/messages/message-shapes.ts';
import { numberOf } from '#domain/text/narrow.ts';
import { callService } from '#web/client/services.ts';
import { RelationSelect } from '#web/engine/relation-select.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { useRefreshMessages } from './message-queries.ts';

interface Props {
  item: MessageItem;
  onClose: () => void;
}

/** MessageQuery/Match: to which plan a message belongs that found none, or several. */
export function MatchDialog({ item, onClose }: Props) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const refresh = useRefreshMessages();
  const [plan, setPlan] = useState<number | null>(item.plan);
  return (
    <ConfirmDialog
      title={t('messages.matchTitle', { name: nameOf(item) })}
      okText={t('messages.match')}
      failed={t('messages.refused')}
      work={async () => {
        if (plan === null) throw new Error('messages.planMissing');
        const { state, reason } = await callService('MessageQuery', 'Match', { id: item.id, plan });
        const text = t(`messages.received.${state}`);
        message.info(reason ? `${text} ${reason}` : text);
        await refresh();
        onClose();
      }}
      onCancel={onClose}
    >
      <p>{t('messages.matchText')}</p>
      <pre className="message-envelope">{item.text}</pre>
      <Form layout="vertical" component="div">
        <Form.Item label={t('messages.plan')} htmlFor="match-plan" required>
          <RelationSelect
            id="match-plan"
            resource="plan"
            label={t('messages.plan')}
            value={plan ?? undefined}
            onChange={(next) => setPlan(numberOf(next))}
          />
        </Form.Item>
      </Form>
    </ConfirmDialog>
  );
}

/** MessageQuery/Ignore: it is kept, but waits no more. */
export function IgnoreDialog({ item, onClose }: Props) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const refresh = useRefreshMessages();
  return (
    <ConfirmDialog
      title={t('messages.ignoreTitle', { name: nameOf(item) })}
      okText={t('messages.ignore')}
      failed={t('messages.refused')}
      work={async () => {
        await callService('MessageQuery', 'Ignore', { id: item.id });
        message.success(t('messages.ignored'));
        await refresh();
        onClose();
      }}
      onCancel={onClose}
    >
      <p>{t(item.direction === 'in' ? 'messages.ignoreText' : 'messages.ignoreUnsentText')}</p>
      <pre className="message-envelope">{item.text}</pre>
    </ConfirmDialog>
  );
}

function nameOf({ type, callsign }: MessageItem): string {
  return [type, callsign].filter(Boolean).join(' ');
}
