import { App, Modal } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Failure } from '../../components/failure.tsx';
import { callService } from '../../providers/services.ts';
import type { ActionProps } from '../actions.ts';

/** Webhook/SendAgain: a delivery back into the queue. */
export function SendAgain({ record, onClose }: ActionProps) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const send = async () => {
    setBusy(true);
    try {
      await callService('Webhook', 'SendAgain', { id: record.id });
      message.success(t('webhooks.sendAgainDone'));
      onClose(true);
    } catch (error) {
      setFailure(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      title={t('webhooks.sendAgainTitle')}
      okText={t('webhooks.sendAgain')}
      cancelText={t('shell.cancel')}
      confirmLoading={busy}
      onOk={() => void send()}
      onCancel={() => onClose(false)}
    >
      {failure !== null && <Failure title={t('tokens.failed')} error={failure} />}
      <p>{t('webhooks.sendAgainText')}</p>
    </Modal>
  );
}
