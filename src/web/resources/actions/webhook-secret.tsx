import { Modal } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Failure } from '../../components/failure.tsx';
import { SecretOnce } from '../../components/secret-once.tsx';
import { callService } from '../../providers/services.ts';
import type { ActionProps } from '../actions.ts';

/** Webhook/RenewSecret: the secret by which a receiver knows that an event comes from here, shown once. */
export function WebhookSecret({ record, name, onClose }: ActionProps) {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const renew = async () => {
    setBusy(true);
    setFailure(null);
    try {
      setSecret((await callService<{ secret: string }>('Webhook', 'RenewSecret', { id: record.id })).secret);
    } catch (error) {
      setFailure(error);
    } finally {
      setBusy(false);
    }
  };
  if (secret !== null) {
    return (
      <Modal
        open
        title={t('webhooks.secret')}
        closable={false}
        maskClosable={false}
        keyboard={false}
        okText={t('tokens.close')}
        cancelButtonProps={{ style: { display: 'none' } }}
        onOk={() => onClose(true)}
      >
        <SecretOnce label={t('webhooks.secret')} secret={secret} />
      </Modal>
    );
  }
  return (
    <Modal
      open
      title={t('webhooks.newSecretTitle', { name })}
      okText={t('webhooks.newSecretMake')}
      cancelText={t('shell.cancel')}
      confirmLoading={busy}
      onOk={() => void renew()}
      onCancel={() => onClose(false)}
    >
      {failure !== null && <Failure title={t('tokens.failed')} error={failure} />}
      <p>{t('webhooks.newSecretText')}</p>
    </Modal>
  );
}
