import { Modal } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAsyncAction } from '#web/client/async-action.ts';
import { Failure } from './failure.tsx';

interface Props {
  title: string;
  /** What it comes to, before it is done. */
  children: ReactNode;
  okText: string;
  danger?: boolean;
  /** Over the reason, where it fails; the dialog stays. */
  failed: string;
  /** Done when the dialog is confirmed; it closes by itself where `work` closes it. */
  work: () => Promise<void>;
  onCancel: () => void;
}

/** Asks before something is done, does it, and says why where it could not be. */
export function ConfirmDialog({ title, children, okText, danger = false, failed, work, onCancel }: Props) {
  const { t } = useTranslation();
  const { busy, failure, run } = useAsyncAction();
  return (
    <Modal
      open
      title={title}
      okText={okText}
      okButtonProps={{ danger }}
      cancelText={t('shell.cancel')}
      confirmLoading={busy}
      onOk={() => void run(work)}
      onCancel={onCancel}
    >
      {failure !== null && <Failure title={failed} error={failure} />}
      {children}
    </Modal>
  );
}
