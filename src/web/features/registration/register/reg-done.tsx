import { Alert, Button, Typography } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import type { OutputOf } from '#contract/services.ts';
import { localText } from '#web/client/clock.ts';
import { QrCode } from '#web/ui/qr-code.tsx';

/** The registration is there: its link, to be kept, and the way on to the papers. */
export function RegDone({ done }: { done: OutputOf<'User', 'CreateOneStep'> }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const path = `/auth?type=company&id=${done.ticket}`;
  const link = window.location.origin + path;
  return (
    <>
      <Alert
        type="success"
        showIcon
        role="status"
        message={t('register.done.title')}
        description={t('register.done.text', { until: localText(done.ticketExpiresAt) })}
      />
      {!done.phoneVerified && <Alert type="info" showIcon message={t('register.done.phone')} />}
      <div className="register-ticket">
        <QrCode value={link} size={220} label={t('register.done.link')} />
        <div style={{ flex: 1, minWidth: 240 }}>
          <Typography.Paragraph
            copyable={{ text: link, tooltips: [t('register.done.copy'), t('register.done.copied')] }}
          >
            <code>{link}</code>
          </Typography.Paragraph>
          <Button type="primary" onClick={() => void navigate(path)}>
            {t('register.done.go')}
          </Button>
        </div>
      </div>
    </>
  );
}
