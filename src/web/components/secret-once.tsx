import { CopyOutlined } from '@ant-design/icons';
import { Alert, Button, Input, Space } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

/** A secret that is shown this once: selected by a click, copied by a button, and never kept by the page. */
export function SecretOnce({ label, secret }: { label: string; secret: string }) {
  const { t } = useTranslation();
  const [copied, setCopied] = useState(false);
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
            void navigator.clipboard?.writeText(secret).then(() => setCopied(true));
          }}
        >
          {t('tokens.copy')}
        </Button>
      </Space.Compact>
      <output aria-live="polite">{copied ? t('tokens.copied') : ''}</output>
    </div>
  );
}
