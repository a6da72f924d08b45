import { useTranslation } from 'react-i18next';
import { callService } from '#web/client/services.ts';
import type { ActionProps } from '#web/engine/record-actions.ts';
import { NewToken } from '#web/features/surveillance/push-token.tsx';
import { NewPassword } from '#web/features/surveillance/source-password.tsx';

/** Information/RenewToken: the token under which a source's reports are posted, shown once. */
export function InformationToken(props: ActionProps) {
  const { t } = useTranslation();
  const { id } = props.record;
  return (
    <NewToken
      {...props}
      text={t('intake.newTokenText', { path: `/api/information/${id}` })}
      make={() => callService('Information', 'RenewToken', { id })}
    />
  );
}

/** Information/SetPassword: the password of a source that signs in elsewhere. */
export function InformationPassword(props: ActionProps) {
  const { id } = props.record;
  return (
    <NewPassword
      {...props}
      save={(password) => callService('Information', 'SetPassword', { id, password })}
    />
  );
}
