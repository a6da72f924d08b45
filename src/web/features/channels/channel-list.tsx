import { App, Button, Input } from 'antd';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChannelSettingsView } from '#contract/channels.ts';
import type { Channel, SentChannel } from '#domain/notices/channels.ts';
import { useAsyncAction } from '#web/client/async-action.ts';
import { localText } from '#web/client/clock.ts';
import { useLocale } from '#web/client/locale.ts';
import { callService } from '#web/client/services.ts';
import { alarm, speak } from '#web/features/notices/sound.ts';
import { Failure } from '#web/ui/failure.tsx';
import { SecretDialog } from '#web/ui/secret-once.tsx';
import { mayPush, pushedHere, takePushes } from './browser-push.ts';

interface Props {
  settings: ChannelSettingsView;
  webhookUrl: string;
  /** Why the address was refused. */
  addressError: string | undefined;
  /** The address is not saved yet. */
  changed: boolean;
  onWebhookUrl: (url: string) => void;
  refresh: () => Promise<unknown>;
}

const addressErrorId = 'webhook-address-error';

/** Each channel: where it leads, what it needs, and a test of it. */
export function ChannelList({ settings, webhookUrl, addressError, changed, onWebhookUrl, refresh }: Props) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { notification } = App.useApp();
  const [results, setResults] = useState<Partial<Record<Channel, { sent: boolean; text: string }>>>({});
  const [secret, setSecret] = useState<string | null>(null);
  const [here, setHere] = useState<string | null>(null);
  const { busy, failure, run } = useAsyncAction();
  const { email, push } = settings;

  useEffect(() => {
    let current = true;
    void pushedHere().then((endpoint) => current && setHere(endpoint));
    return () => {
      current = false;
    };
  }, []);

  const tell = (channel: Channel, sent: boolean, text: string) =>
    setResults((before) => ({ ...before, [channel]: { sent, text } }));
  const test = (channel: SentChannel) =>
    run(async () => {
      const { sent, error } = await callService('Channel', 'Test', { channel });
      tell(channel, sent, sent ? t('channels.test.sent') : t('channels.test.failed', { error }));
    });
  const device = (work: () => Promise<unknown>) =>
    run(async () => {
      await work();
      setHere(await pushedHere());
      await refresh();
    });

  const row = (channel: Channel, about: ReactNode, testing: ReactNode) => (
    <li key={channel}>
      <h3>{t(`channels.${channel}`)}</h3>
      <div className="cw-grow">{about}</div>
      <div>
        {testing}
        <output
          aria-live="polite"
          className={results[channel]?.sent === false ? 'cw-channel-failed' : 'cw-soft'}
        >
          {results[channel]?.text}
        </output>
      </div>
    </li>
  );
  const button = (channel: Channel, onClick: () => void, disabled = false) => (
    <Button
      size="small"
      disabled={disabled || busy}
      aria-label={t('channels.test.of', { channel: t(`channels.${channel}`) })}
      onClick={onClick}
    >
      {t('channels.test')}
    </Button>
  );

  return (
    <>
      {failure !== null && <Failure title={t('channels.failed')} error={failure} />}
      <ul className="cw-channels">
        {row(
          'screen',
          t('channels.screen.help'),
          button('screen', () =>
            notification.info({
              role: 'status',
              message: t('channels.test'),
              description: t('channels.test.text'),
            }),
          ),
        )}
        {row('sound', t('channels.sound.help'), button('sound', alarm))}
        {row(
          'speech',
          t('channels.speech.help'),
          button('speech', () => speak(t('channels.test.text'), locale === 'en' ? 'en' : 'zh-CN')),
        )}
        {row(
          'email',
          !email.configured
            ? t('channels.email.none')
            : email.address
              ? t('channels.email.to', { address: email.address })
              : t('channels.email.noAddress'),
          button('email', () => void test('email'), !email.configured || !email.address),
        )}
        {row(
          'push',
          push.publicKey === null ? (
            t('channels.push.none')
          ) : (
            <>
              {!mayPush() && <p style={{ margin: 0 }}>{t('channels.push.cannot')}</p>}
              {push.devices.length === 0 && <p style={{ margin: 0 }}>{t('channels.push.noDevice')}</p>}
              <ul className="cw-plain-list">
                {push.devices.map((one) => (
                  <li key={one.id}>
                    {one.device} <span className="cw-soft">{localText(one.createdAt)}</span>{' '}
                    <Button
                      size="small"
                      type="link"
                      aria-label={t('channels.push.remove', { name: one.device })}
                      onClick={() => void device(() => callService('Channel', 'Unsubscribe', { id: one.id }))}
                    >
                      {t('channels.remove')}
                    </Button>
                  </li>
                ))}
              </ul>
              {mayPush() && (here === null || push.devices.length === 0) && (
                <Button
                  size="small"
                  disabled={busy}
                  onClick={() =>
                    void device(async () => {
                      if (push.publicKey && (await takePushes(push.publicKey)) === 'denied')
                        tell('push', false, t('channels.push.denied'));
                    })
                  }
                >
                  {t('channels.push.here')}
                </Button>
              )}
            </>
          ),
          button('push', () => void test('push'), push.devices.length === 0),
        )}
        {row(
          'webhook',
          <>
            <Input
              value={webhookUrl}
              maxLength={1000}
              aria-label={t('channels.webhook.address')}
              status={addressError ? 'error' : ''}
              aria-invalid={addressError !== undefined}
              {...(addressError ? { 'aria-describedby': addressErrorId } : {})}
              onChange={({ target }) => onWebhookUrl(target.value)}
            />
            {addressError && (
              <p id={addressErrorId} className="cw-channel-failed" style={{ margin: 0 }}>
                {addressError}
              </p>
            )}
            <p className="cw-soft" style={{ margin: '4px 0 0' }}>
              {t('channels.webhook.help')}{' '}
              <Button
                size="small"
                type="link"
                disabled={!settings.webhookUrl}
                onClick={() =>
                  void run(async () =>
                    setSecret((await callService('Channel', 'RenewWebhookSecret', {})).secret),
                  )
                }
              >
                {t('webhooks.newSecret')}
              </Button>
            </p>
          </>,
          button('webhook', () => void test('webhook'), changed || !settings.webhookUrl),
        )}
      </ul>
      {secret !== null && (
        <SecretDialog
          title={t('webhooks.secret')}
          label={t('webhooks.secret')}
          secret={secret}
          onClose={() => setSecret(null)}
        />
      )}
    </>
  );
}
