import { CopyOutlined, DownloadOutlined } from '@ant-design/icons';
import { Alert, Button, Checkbox } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { copyText } from '#web/ui/copy-text.ts';
import { saveFile } from '#web/ui/save-file.ts';

/** Recovery codes, shown this once: copied or saved, and kept before one goes on. */
export function RecoveryCodes({ codes, onStored }: { codes: string[]; onStored: () => void }) {
  const { t } = useTranslation();
  const [stored, setStored] = useState(false);
  const [copied, setCopied] = useState<boolean | null>(null);
  const text = `${t('account.recovery.file')}\n\n${codes.join('\n')}\n`;

  const save = () => saveFile('clearway-recovery-codes.txt', new Blob([text], { type: 'text/plain' }));

  return (
    <div style={{ display: 'grid', gap: 12 }}>
      <Alert type="warning" showIcon message={t('account.recovery.once')} />
      <ul className="cw-codes" aria-label={t('account.recovery.title')}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="cw-bar">
        <Button icon={<CopyOutlined />} onClick={() => void copyText(codes.join('\n')).then(setCopied)}>
          {t('account.recovery.copy')}
        </Button>
        <Button icon={<DownloadOutlined />} onClick={save}>
          {t('account.recovery.save')}
        </Button>
        <output aria-live="polite">
          {copied === null ? '' : t(copied ? 'account.recovery.copied' : 'shell.notCopied')}
        </output>
      </div>
      <Checkbox checked={stored} onChange={(event) => setStored(event.target.checked)}>
        {t('account.recovery.kept')}
      </Checkbox>
      <div>
        <Button type="primary" disabled={!stored} onClick={onStored}>
          {t('account.recovery.done')}
        </Button>
      </div>
    </div>
  );
}
