import { useQuery } from '@tanstack/react-query';
import { Alert, App, Button, Card, Modal, Skeleton, Tag } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { localText } from '#web/client/clock.ts';
import { callService } from '#web/client/services.ts';
import { Failure } from '#web/ui/failure.tsx';
import { Enrol } from './enrol.tsx';
import { ProveBoth } from './prove-both.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

/** Fewer left than this, and new ones should be made. */
const fewCodes = 3;

type Open = 'enrol' | 'codes' | 'remove';

/** Two-step sign-in of the own account: set up, new recovery codes, switched off. */
export function SecondFactorCard() {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const [open, setOpen] = useState<Open | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  const { data, error, refetch } = useQuery({
    queryKey: ['own-second-factor'],
    queryFn: () => callService('MyAccount', 'GetSecondFactor', {}),
  });

  const close = () => {
    setOpen(null);
    setCodes(null);
    void refetch();
  };

  return (
    <Card size="small" title={<h2 className="cw-card-title">{t('account.factor')}</h2>}>
      {error && <Failure error={error} retry={() => void refetch()} />}
      {!data && !error && <Skeleton active title={false} />}
      {data && (
        <div style={{ display: 'grid', gap: 12 }}>
          <p style={{ margin: 0 }}>{t('account.factor.help')}</p>
          <div className="cw-bar">
            <Tag color={data.enrolledAt ? 'green' : 'default'} style={{ color: 'var(--cw-ink)' }}>
              {t(data.enrolledAt ? 'account.factor.on' : 'account.factor.off')}
            </Tag>
            {data.enrolledAt && <span>{t('account.factor.since', { at: localText(data.enrolledAt) })}</span>}
            {data.required && <Tag>{t('account.factor.required')}</Tag>}
          </div>
          {data.enrolledAt && data.recoveryCodesLeft < fewCodes && (
            <Alert
              type="warning"
              showIcon
              message={t('account.factor.fewCodes', { count: data.recoveryCodesLeft })}
            />
          )}
          {data.enrolledAt && data.recoveryCodesLeft >= fewCodes && (
            <div>{t('account.factor.codesLeft', { count: data.recoveryCodesLeft })}</div>
          )}
          <div className="cw-bar">
            {data.enrolledAt ? (
              <>
                <Button onClick={() => setOpen('codes')}>{t('account.factor.newCodes')}</Button>
                {!data.required && (
                  <Button danger onClick={() => setOpen('remove')}>
                    {t('account.factor.remove')}
                  </Button>
                )}
              </>
            ) : (
              <Button type="primary" onClick={() => setOpen('enrol')}>
                {t('account.factor.begin')}
              </Button>
            )}
          </div>
        </div>
      )}
      <Modal
        open={open === 'enrol'}
        title={t('account.factor.begin')}
        width={640}
        footer={null}
        maskClosable={false}
        onCancel={close}
        destroyOnHidden
      >
        <Enrol
          onDone={() => {
            message.success(t('account.factor.done'));
            close();
          }}
        />
      </Modal>
      <Modal
        open={open === 'codes'}
        title={t('account.factor.newCodes')}
        footer={null}
        maskClosable={false}
        onCancel={close}
        destroyOnHidden
      >
        {codes ? (
          <RecoveryCodes codes={codes} onStored={close} />
        ) : (
          <ProveBoth
            text={t('account.factor.newCodesText')}
            action={t('account.factor.newCodes')}
            onProved={async (proof) => {
              const made = await callService('MyAccount', 'NewRecoveryCodes', proof);
              setCodes(made.recoveryCodes);
            }}
          />
        )}
      </Modal>
      <Modal
        open={open === 'remove'}
        title={t('account.factor.remove')}
        footer={null}
        maskClosable={false}
        onCancel={close}
        destroyOnHidden
      >
        <ProveBoth
          danger
          text={t('account.factor.removeText')}
          action={t('account.factor.remove')}
          onProved={async (proof) => {
            await callService('MyAccount', 'RemoveSecondFactor', proof);
            message.success(t('account.factor.removed'));
            close();
          }}
        />
      </Modal>
    </Card>
  );
}
