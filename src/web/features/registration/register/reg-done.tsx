import { Alert, Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import type { OutputOf } from '#contract/services.ts';
import { ticket } from '#web/client/ticket.ts';

interface Props {
  done: OutputOf<'User', 'CreateOneStep'>;
  /** Of the account that was just made. */
  userName: string;
}

/** The registration is there: how to come back to it, and the way on to the papers. */
export function RegDone({ done, userName }: Props) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const go = () => {
    ticket.keep(done.ticket);
    void navigate('/auth');
  };
  return (
    <>
      <Alert
        type="success"
        showIcon
        role="status"
        message={t('register.done.title')}
        description={t('register.done.text', { name: userName })}
      />
      {!done.phoneVerified && <Alert type="info" showIcon message={t('register.done.phone')} />}
      <div>
        <Button type="primary" autoFocus onClick={go}>
          {t('register.done.go')}
        </Button>
      </div>
    </>
  );
}
