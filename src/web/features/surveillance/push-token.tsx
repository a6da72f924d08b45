import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callService } from '#web/client/services.ts';
import type { ActionProps } from '#web/engine/record-actions.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { SecretDialog } from '#web/ui/secret-once.tsx';

/** SurveillanceSource/RenewToken: the token under which a source's messages are posted, shown once. */
export function PushToken({ record, name, onClose }: ActionProps) {
  const { t } = useTranslation();
  const [token, setToken] = useState<string | null>(null);
  if (token !== null) {
    return (
      <SecretDialog
        title={t('sources.token')}
        label={t('sources.token')}
        secret={token}
        onClose={() => onClose(true)}
      />
    );
  }
  return (
    <ConfirmDialog
      title={t('sources.newTokenTitle', { name })}
      okText={t('sources.newTokenMake')}
      failed={t('tokens.failed')}
      work={async () => {
        const made = await callService('SurveillanceSource', 'RenewToken', { id: record.id });
        setToken(made.token);
      }}
      onCancel={() => onClose(false)}
    >
      <p>{t('sources.newTokenText', { path: `/api/surveillance/${record.id}` })}</p>
    </ConfirmDialog>
  );
}
