import { Alert, Button, Modal, Skeleton, Typography } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OutputOf } from '#contract/services.ts';
import { invitationPath } from '#domain/identity/invitation.ts';
import { useAsyncAction } from '#web/client/async-action.ts';
import { localText } from '#web/client/clock.ts';
import { callService } from '#web/client/services.ts';
import type { ActionProps } from '#web/engine/record-actions.ts';
import { Failure } from '#web/ui/failure.tsx';
import { QrCode } from '#web/ui/qr-code.tsx';
import './invite-user.css';

type Way =
  | { kind: 'link'; invitation: OutputOf<'User', 'Invite'> }
  | { kind: 'password'; password: string }
  | { kind: 'revoked' };

/** User/Invite: a link and its code for a user who never signed in, or a first password; shown this one time. */
export function InviteUser({ record, name, onClose }: ActionProps) {
  const { t } = useTranslation();
  const [way, setWay] = useState<Way | null>(null);
  const { busy, failure, run } = useAsyncAction();
  const begun = useRef(false);
  const { id } = record;

  const invite = () =>
    run(async () => setWay({ kind: 'link', invitation: await callService('User', 'Invite', { id }) }));
  const give = () =>
    run(async () =>
      setWay({ kind: 'password', ...(await callService('User', 'GiveFirstPassword', { id })) }),
    );
  const revoke = () =>
    run(async () => {
      await callService('User', 'RevokeInvitation', { id });
      setWay({ kind: 'revoked' });
    });
  // biome-ignore lint/correctness/useExhaustiveDependencies: opening it is the click that sends, once
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    void invite();
  }, []);

  return (
    <Modal
      open
      title={t('action.invite.title', { name })}
      onCancel={() => onClose(true)}
      footer={[
        way?.kind === 'link' && (
          <Button key="revoke" danger loading={busy} onClick={() => void revoke()}>
            {t('action.invite.revoke')}
          </Button>
        ),
        way?.kind === 'password' || way === null ? null : (
          <Button key="password" loading={busy} onClick={() => void give()}>
            {t('action.invite.password')}
          </Button>
        ),
        way?.kind !== 'link' && way !== null && (
          <Button key="again" loading={busy} onClick={() => void invite()}>
            {t('action.invite.again')}
          </Button>
        ),
        <Button key="close" type="primary" onClick={() => onClose(true)}>
          {t('list.close')}
        </Button>,
      ]}
    >
      {failure !== null && <Failure title={t('action.invite.failed')} error={failure} />}
      {way === null && failure === null && <Skeleton active />}
      {way?.kind === 'link' && <Invitation {...way.invitation} />}
      {way?.kind === 'password' && (
        <div className="invite-user">
          <Alert type="warning" showIcon message={t('action.invite.once')} />
          <p>{t('action.invite.passwordText', { userName: String(record.userName) })}</p>
          <Copied text={way.password} />
        </div>
      )}
      {way?.kind === 'revoked' && <Alert type="info" showIcon message={t('action.invite.revoked')} />}
    </Modal>
  );
}

function Invitation({ token, expiresAt }: OutputOf<'User', 'Invite'>) {
  const { t } = useTranslation();
  const link = window.location.origin + invitationPath(token);
  return (
    <div className="invite-user">
      <p>{t('action.invite.text', { until: localText(expiresAt) })}</p>
      <QrCode value={link} size={200} label={t('action.invite.code')} />
      <Copied text={link} />
      <Alert type="info" showIcon message={t('action.invite.onceLink')} />
    </div>
  );
}

function Copied({ text }: { text: string }) {
  const { t } = useTranslation();
  return (
    <Typography.Paragraph
      className="invite-text"
      copyable={{ text, tooltips: [t('register.done.copy'), t('register.done.copied')] }}
    >
      <code>{text}</code>
    </Typography.Paragraph>
  );
}
