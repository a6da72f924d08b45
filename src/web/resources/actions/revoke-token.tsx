import { App, Modal } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Failure } from '../../components/failure.tsx';
import { callService } from '../../providers/services.ts';
import type { ActionProps } from '../actions.ts';

/** ApiToken/Revoke, for whoever keeps users. */
export function RevokeToken({ record, name, onClose }: ActionProps) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const revoke = async () => {
    setBusy(true);
    try {
      await callService('ApiToken', 'Revoke', { id: record.id });
      message.success(t('tokens.revokedDone', { name }));
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
      title={t('tokens.revokeTitle', { name })}
      okText={t('tokens.revoke')}
      okButtonProps={{ danger: true }}
      cancelText={t('shell.cancel')}
      confirmLoading={busy}
      onOk={() => void revoke()}
      onCancel={() => onClose(false)}
    >
      {failure !== null && <Failure title={t('tokens.failed')} error={failure} />}
      <p>{t('tokens.revokeText')}</p>
    </Modal>
  );
}
