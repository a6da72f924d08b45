import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callService } from '#web/client/services.ts';
import type { ActionProps } from '#web/engine/record-actions.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { SecretDialog } from '#web/ui/secret-once.tsx';

/** Webhook/RenewSecret: the secret by which a receiver knows that an event comes from here, shown once. */
export function WebhookSecret({ record, name, onClose }: ActionProps) {
  const { t } = useTranslation();
  const [secret, setSecret] = useState<string | null>(null);
  if (secret !== null) {
    return (
      <SecretDialog
        title={t('webhooks.secret')}
        label={t('webhooks.secret')}
        secret={secret}
        onClose={() => onClose(true)}
      />
    );
  }
  return (
    <ConfirmDialog
      title={t('webhooks.newSecretTitle', { name })}
      okText={t('webhooks.newSecretMake')}
      failed={t('tokens.failed')}
      work={async () => {
        const made = await callService('Webhook', 'RenewSecret', { id: record.id });
        setSecret(made.secret);
      }}
      onCancel={() => onClose(false)}
    >
      <p>{t('webhooks.newSecretText')}</p>
    </ConfirmDialog>
  );
}
