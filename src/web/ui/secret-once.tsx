import { CopyOutlined } from '@ant-design/icons';
import { Alert, Button, Input, Modal, Space } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { copyText } from '#web/ui/copy-text.ts';

/** A secret that is shown this once: selected by a click, copied by a button, and never kept by the page. */
function SecretOnce({ label, secret }: { label: string; secret: string }) {
  const { t } = useTranslation();
  const [copied, setCopied] = useState<boolean | null>(null);
  return (
    <div style={{ display: 'grid', gap: 12 }}>
      <Alert type="warning" showIcon message={t('tokens.once')} />
      <Space.Compact block>
        <Input
          readOnly
          value={secret}
          aria-label={label}
          className="cw-figures"
          autoFocus
          onFocus={(event) => event.target.select()}
        />
        <Button
          icon={<CopyOutlined />}
          onClick={() => {
            void copyText(secret).then(setCopied);
          }}
        >
          {t('tokens.copy')}
        </Button>
      </Space.Compact>
      <output aria-live="polite">
        {copied === null ? '' : t(copied ? 'tokens.copied' : 'shell.notCopied')}
      </output>
    </div>
  );
}

interface DialogProps {
  title: string;
  label: string;
  secret: string;
  onClose: () => void;
}

/** The same in a dialog that only its button closes: what is gone cannot be shown again. */
export function SecretDialog({ title, label, secret, onClose }: DialogProps) {
  const { t } = useTranslation();
  return (
    <Modal
      open
      title={title}
      closable={false}
      maskClosable={false}
      keyboard={false}
      okText={t('tokens.close')}
      cancelButtonProps={{ style: { display: 'none' } }}
      onOk={onClose}
    >
      <SecretOnce label={label} secret={secret} />
    </Modal>
  );
}
