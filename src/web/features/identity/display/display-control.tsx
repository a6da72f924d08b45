import { DesktopOutlined, LogoutOutlined } from '@ant-design/icons';
import { Button, Form, Input, Popconfirm } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useAsyncAction } from '#web/client/async-action.ts';
import { loadUser, signOut } from '#web/client/auth.ts';
import { localText } from '#web/client/clock.ts';
import { reconnectHubs } from '#web/client/hub.ts';
import { callService } from '#web/client/services.ts';
import { currentUser, session, sessionEnded } from '#web/client/session.ts';
import { useStore } from '#web/client/store.ts';
import { Failure } from '#web/ui/failure.tsx';
import { useNow } from '#web/ui/flight-time.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { keepCurrent } from './keep-current.ts';
import './display.css';

/** From here on a display says loudly that somebody has to sign in again. */
const soonMs = 3 * 86_400_000;

/** On a wall: makes a display of this screen, or says which display it is and ends it. */
export function DisplayControl() {
  const display = useStore(currentUser)?.display;
  return display ? <DisplayMark {...display} /> : <BeginDisplay />;
}

interface Values {
  name: string;
}

function BeginDisplay() {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const [form] = Form.useForm<Values>();
  const { busy, failure, run, tell } = useAsyncAction();
  const label = t('account.display.begin');

  const begin = ({ name }: Values) =>
    run(async () => {
      session.keep(await callService('MyAccount', 'BeginDisplay', { name }), true);
      await loadUser();
      await reconnectHubs();
      // What was still on its way in the session before has come back refused.
      sessionEnded.set(false);
    });

  return (
    <>
      <Button icon={<DesktopOutlined />} aria-label={label} title={label} onClick={() => setOpen(true)} />
      <FormDialog<Values>
        form={form}
        open={open}
        title={label}
        okText={label}
        confirmLoading={busy}
        onFinish={(values) => void begin(values)}
        onCancel={() => {
          tell(null);
          setOpen(false);
        }}
      >
        <p>{t('account.display.text')}</p>
        {failure !== null && <Failure error={failure} />}
        <Form.Item
          name="name"
          label={t('account.display.name')}
          rules={[{ required: true, whitespace: true, message: t('account.display.nameAsked') }]}
        >
          <Input maxLength={64} placeholder={t('account.display.example')} />
        </Form.Item>
      </FormDialog>
    </>
  );
}

function DisplayMark({ name, endsAt }: { name: string; endsAt: string }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const isSoon = Date.parse(endsAt) - useNow() < soonMs;
  const label = t('account.display.end');
  useEffect(() => keepCurrent(), []);
  return (
    <>
      <span className="display-mark" data-soon={isSoon || undefined}>
        {isSoon && <span aria-hidden="true">⚠ </span>}
        {t('account.display.is', { name, date: localText(endsAt).slice(0, 10) })}
      </span>
      <Popconfirm
        title={label}
        description={t('account.display.endText')}
        okText={label}
        onConfirm={() => signOut().then(() => navigate('/login'))}
      >
        <Button icon={<LogoutOutlined />} aria-label={label} title={label} />
      </Popconfirm>
    </>
  );
}
