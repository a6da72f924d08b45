import { Alert, Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { stringOf } from '#domain/text/narrow.ts';
import { localText } from '#web/client/clock.ts';
import { titleOf } from '#web/engine/labels.ts';
import type { ShowTabProps } from '#web/engine/show/show-tab.ts';
import { InviteUser } from './invite-user.tsx';

/** Above the page of a user who cannot sign in yet, or has not: whether they were invited, and how to do so. */
export function NeverSignedIn({ resource, record }: ShowTabProps) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const until = stringOf(record.invitationExpiresAt);
  const invited = until !== null && Date.parse(until) > Date.now();
  return (
    <>
      <Alert
        type="info"
        showIcon
        message={
          invited
            ? t('action.invite.sent', { until: localText(until) })
            : t(until === null ? 'action.invite.never' : 'action.invite.over')
        }
        action={
          <Button size="small" type={invited ? 'default' : 'primary'} onClick={() => setOpen(true)}>
            {t(until === null ? 'action.invite' : 'action.invite.again')}
          </Button>
        }
      />
      {open && <InviteUser record={record} name={titleOf(resource, record)} onClose={() => setOpen(false)} />}
    </>
  );
}
