import { useQuery } from '@tanstack/react-query';
import { App, Button, Form, Input, Modal, Space, Typography } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { OutputOf } from '#contract/services.ts';
import { useAsyncAction } from '#web/client/async-action.ts';
import { localText } from '#web/client/clock.ts';
import { callService } from '#web/client/services.ts';
import { loadRecords, numberIn, textIn } from '#web/map/layers/record-facts.ts';
import { Failure } from '#web/ui/failure.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { MomentInput } from '#web/ui/moment-input.tsx';
import { QrCode } from '#web/ui/qr-code.tsx';
import { shareAddress } from './share-ticket.ts';
import type { ToShare } from './to-share.ts';
import './sharing.css';

interface Values {
  expiresAt: string;
  purpose?: string;
}

const hourMs = 3_600_000;
const offeredHours = [1, 4, 12, 24, 72, 168];
const fields = ['expiresAt', 'purpose'] as const;
const inHours = (hours: number) => new Date(Date.now() + hours * hourMs).toISOString();

/** Asks until when and for whom, then shows the link once; the links that there are already can be withdrawn. */
export function ShareDialog({ what, title, onClose }: { what: ToShare; title: string; onClose: () => void }) {
  const { t } = useTranslation();
  const limits = useQuery({
    queryKey: ['share', 'limits'],
    queryFn: () => callService('Share', 'GetLimits', {}),
  });
  const [made, setMade] = useState<OutputOf<'Share', 'Create'> | null>(null);
  if (made) return <MadeLink title={title} {...made} onClose={onClose} />;
  if (limits.data && limits.data.mostHours > 0) {
    return <ShareForm {...{ what, title, onClose }} limits={limits.data} onMade={setMade} />;
  }
  return (
    <Modal
      open
      title={t('share.title', { title })}
      footer={null}
      onCancel={onClose}
      loading={limits.isPending}
    >
      {limits.error ? (
        <Failure title={t('share.failed')} error={limits.error} retry={() => void limits.refetch()} />
      ) : (
        <p>{t('share.off')}</p>
      )}
    </Modal>
  );
}

function ShareForm({
  what,
  title,
  limits: { usualHours, mostHours },
  onMade,
  onClose,
}: {
  what: ToShare;
  title: string;
  limits: OutputOf<'Share', 'GetLimits'>;
  onMade: (made: OutputOf<'Share', 'Create'>) => void;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const [form] = Form.useForm<Values>();
  const { busy, failure, run } = useAsyncAction({ form, fields });
  const create = async ({ expiresAt, purpose = '' }: Values) =>
    onMade(await callService('Share', 'Create', { ...askedOf(what), expiresAt, purpose }));
  const offered = offeredHours.filter((hours) => hours <= mostHours);
  return (
    <FormDialog<Values>
      open
      form={form}
      title={t('share.title', { title })}
      initialValues={{ expiresAt: inHours(usualHours) }}
      onFinish={(values) => void run(() => create(values))}
      okText={t('share.make')}
      cancelText={t('shell.cancel')}
      confirmLoading={busy}
      onCancel={onClose}
    >
      {failure !== null && <Failure title={t('share.failed')} error={failure} />}
      <p>
        {t(what.kind === 'track' && what.to === undefined ? 'share.about.live' : `share.about.${what.kind}`)}
      </p>
      <Form.Item
        name="expiresAt"
        label={t('share.expiresAt')}
        extra={t('share.mostHours', { hours: mostHours })}
        rules={[{ required: true, message: t('share.end.invalid') }]}
      >
        <MomentField />
      </Form.Item>
      <Space wrap className="share-presets">
        {offered.map((hours) => (
          <Button key={hours} size="small" onClick={() => form.setFieldsValue({ expiresAt: inHours(hours) })}>
            {t('share.hours', { hours })}
          </Button>
        ))}
      </Space>
      <Form.Item name="purpose" label={t('share.purpose')} extra={t('share.purposeHelp')}>
        <Input maxLength={200} />
      </Form.Item>
      <ActiveLinks what={what} />
    </FormDialog>
  );
}

/** The form gives it its value and how it changes. */
function MomentField({
  value,
  onChange = () => undefined,
  ...rest
}: {
  id?: string;
  value?: unknown;
  onChange?: (value: string | undefined) => void;
}) {
  return <MomentInput value={value} onChange={onChange} {...rest} />;
}

function askedOf(what: ToShare) {
  if (what.kind !== 'track') return what;
  const { kind, track, from, to } = what;
  if (from === undefined || to === undefined) return { kind, track };
  return { kind, track, from: new Date(from).toISOString(), to: new Date(to).toISOString() };
}

/** The link as it is handed on: to read, to scan, to copy, or through what the phone offers. */
function MadeLink({
  title,
  ticket,
  expiresAt,
  onClose,
}: OutputOf<'Share', 'Create'> & { title: string; onClose: () => void }) {
  const { t } = useTranslation();
  const link = shareAddress(ticket);
  const hand =
    'share' in navigator ? () => void navigator.share({ title, url: link }).catch(() => undefined) : null;
  return (
    <Modal
      open
      title={t('share.title', { title })}
      closable={false}
      maskClosable={false}
      keyboard={false}
      footer={
        <Space>
          {hand && <Button onClick={hand}>{t('share.hand')}</Button>}
          <Button type="primary" onClick={onClose}>
            {t('share.done')}
          </Button>
        </Space>
      }
    >
      <div className="share-made">
        <QrCode value={link} size={200} label={t('share.link')} />
        <div>
          <p>{t('share.once')}</p>
          <Typography.Paragraph
            className="share-link"
            copyable={{ text: link, tooltips: [t('share.copy'), t('share.copied')] }}
          >
            {link}
          </Typography.Paragraph>
          <p className="cw-figures">{t('share.until', { at: localText(expiresAt) })}</p>
        </div>
      </div>
    </Modal>
  );
}

/** Own links to the same that hold now. */
function ActiveLinks({ what }: { what: ToShare }) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const { busy, failure, run } = useAsyncAction();
  const links = useQuery({
    queryKey: ['share', 'links', what],
    queryFn: ({ signal }) =>
      loadRecords('shareLink', signal, {
        ...(what.kind === 'track' ? { track: what.track } : { [what.kind]: String(what.id) }),
        withdrawnAt_null: 'true',
        expiresAt_gt: new Date().toISOString(),
      }),
  });
  const withdraw = (id: number) =>
    run(async () => {
      await callService('Share', 'Withdraw', { id });
      message.success(t('share.withdrawn'));
      await links.refetch();
    });
  if (links.error)
    return <Failure title={t('share.listFailed')} error={links.error} retry={() => void links.refetch()} />;
  if (!links.data || links.data.length === 0) return null;
  return (
    <section aria-label={t('share.active')}>
      <h3 className="share-active">
        {t('share.active')} <Link to="/flightWatch/shareLink">{t('share.all')}</Link>
      </h3>
      {failure !== null && <Failure title={t('share.withdrawFailed')} error={failure} />}
      <ul className="share-links">
        {links.data.map((link) => {
          const purpose = textIn(link, 'purpose') || t('share.noPurpose');
          return (
            <li key={String(link.id)}>
              <span>
                {purpose} ·{' '}
                <span className="cw-figures">
                  {t('share.until', { at: localText(textIn(link, 'expiresAt')) })} ·{' '}
                  {t('share.openings', { count: numberIn(link, 'openings') ?? 0 })}
                </span>
              </span>
              <Button
                size="small"
                danger
                loading={busy}
                aria-label={t('share.withdrawOf', { purpose })}
                onClick={() => void withdraw(Number(link.id))}
              >
                {t('share.withdraw')}
              </Button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
