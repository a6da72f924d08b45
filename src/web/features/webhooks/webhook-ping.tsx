import { Alert, Modal, Spin } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OutputOf } from '#contract/services.ts';
import { callService } from '#web/client/services.ts';
import type { ActionProps } from '#web/engine/record-actions.ts';
import { Failure } from '#web/ui/failure.tsx';

/** Webhook/Ping: a test event, sent at once, and what came of it. */
export function WebhookPing({ record, name, onClose }: ActionProps) {
  const { t } = useTranslation();
  const [answer, setAnswer] = useState<OutputOf<'Webhook', 'Ping'> | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [sent, setSent] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each `sent` is another test
  useEffect(() => {
    let current = true;
    setAnswer(null);
    setFailure(null);
    // A moment later, so that a page that is drawn twice sends once.
    const timer = setTimeout(() => {
      callService('Webhook', 'Ping', { id: record.id })
        .then((got) => current && setAnswer(got))
        .catch((error: unknown) => current && setFailure(error));
    }, 50);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [record.id, sent]);
  return (
    <Modal
      open
      title={t('webhooks.pingTitle', { name })}
      okText={t('webhooks.ping')}
      cancelText={t('shell.ok')}
      okButtonProps={{ disabled: !answer && failure === null }}
      onOk={() => setSent((count) => count + 1)}
      onCancel={() => onClose(false)}
    >
      {!answer && failure === null && (
        <output>
          <Spin size="small" /> {t('webhooks.pingBusy')}
        </output>
      )}
      {failure !== null && <Failure title={t('tokens.failed')} error={failure} />}
      {answer && (
        <Alert
          role="status"
          type={answer.received ? 'success' : 'error'}
          showIcon
          message={
            answer.received
              ? t('webhooks.pingReceived', { code: answer.answerCode, ms: answer.durationMs })
              : t('webhooks.pingFailed', { error: answer.error })
          }
        />
      )}
    </Modal>
  );
}
