import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callService } from '#web/client/services.ts';
import type { ActionProps } from '#web/engine/record-actions.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { SecretDialog } from '#web/ui/secret-once.tsx';

/** SurveillanceSource/RenewToken: the token under which a source's messages are posted, shown once. */
export function PushToken(props: ActionProps) {
  const { t } = useTranslation();
  const { id } = props.record;
  return (
    <NewToken
      {...props}
      text={t('sources.newTokenText', { path: `/api/surveillance/${id}` })}
      make={() => callService('SurveillanceSource', 'RenewToken', { id })}
    />
  );
}

/** A token of a source that others post to: confirmed, made, and shown once. */
export function NewToken({
  name,
  onClose,
  text,
  make,
}: ActionProps & { text: string; make: () => Promise<{ token: string }> }) {
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
        setToken((await make()).token);
      }}
      onCancel={() => onClose(false)}
    >
      <p>{text}</p>
    </ConfirmDialog>
  );
}
