import { lazy, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { OutputOf } from '#contract/services.ts';
import { useAsyncAction } from '#web/client/async-action.ts';
import { errorText } from '#web/client/error-text.ts';
import { callService } from '#web/client/services.ts';
import { PlainAlert, PlainField } from '#web/ui/plain-form.tsx';

const BindQr = lazy(async () => ({ default: (await import('./bind-qr.tsx')).BindQr }));

const askAgainMs = 1_500;

/** The device that is signed in: makes the code, sees who comes with it, and lets them in or not. */
export function BindOwner({ came }: { came: boolean }) {
  const { t } = useTranslation();
  const [binding, setBinding] = useState<OutputOf<'DeviceBinding', 'Get'> | null>(null);
  const [code, setCode] = useState('');
  /** What the user calls the device that asks; null: as it calls itself. */
  const [called, setCalled] = useState<string | null>(null);
  const { busy, failure, run, tell } = useAsyncAction();

  const make = () =>
    run(async () => {
      const made = await callService('DeviceBinding', 'Create', {});
      setCode(made.code);
      setCalled(null);
      setBinding(made);
    });

  const answer = (grant: boolean) =>
    run(async () => {
      if (!binding) return;
      const name = called?.trim();
      const input = { id: binding.id, grant, ...(grant && name ? { name } : {}) };
      try {
        setBinding(await callService('DeviceBinding', 'Answer', input));
      } catch (error) {
        setBinding(null);
        throw error;
      }
    });

  const id = binding?.id;
  const live = binding !== null && ['waiting', 'asked', 'granted'].includes(binding.state);
  useEffect(() => {
    if (id === undefined || !live) return;
    const timer = setInterval(() => {
      callService('DeviceBinding', 'Get', { id }).then(setBinding).catch(tell);
    }, askAgainMs);
    return () => clearInterval(timer);
  }, [id, live, tell]);

  const again = (
    <button type="button" className="cw-button" disabled={busy} onClick={() => void make()}>
      {t(binding ? 'register.bind.again' : 'register.bind.make')}
    </button>
  );
  return (
    <>
      <h1 className="cw-title">{t('register.bind.ownerTitle')}</h1>
      {came && !binding && <p>{t('register.bind.signedIn')}</p>}
      {failure !== null && <PlainAlert text={errorText(failure, t)} />}
      {!binding && (
        <>
          <p>{t('register.bind.ownerText')}</p>
          {again}
        </>
      )}
      {binding?.state === 'waiting' && (
        <>
          <Suspense fallback={<span className="cw-spinner" aria-hidden="true" />}>
            <BindQr
              value={`${window.location.origin}/permission/bindCode?code=${code}`}
              label={t('register.bind.code')}
            />
          </Suspense>
          <output className="bind-code" aria-label={t('register.bind.code')}>
            {code}
          </output>
          <p>{t('register.bind.scan', { address: `${window.location.host}/permission/bindCode` })}</p>
          <Left until={binding.expiresAt} />
        </>
      )}
      {binding?.state === 'asked' && (
        <div role="alertdialog" aria-labelledby="bind-asks" className="bind-center">
          <h2 id="bind-asks" className="cw-title">
            {t('register.bind.asks', {
              device: binding.device?.name ?? '',
              address: binding.device?.address ?? '',
            })}
          </h2>
          <output className="bind-check" aria-label={t('register.bind.check')}>
            {binding.checkNumber}
          </output>
          <p>{t('register.bind.compare')}</p>
          <PlainField
            id="bind-name"
            label={t('register.bind.name')}
            maxLength={64}
            autoComplete="off"
            value={called ?? binding.device?.name ?? ''}
            onChange={setCalled}
          />
          <div className="cw-bar">
            <button type="button" className="cw-button" disabled={busy} onClick={() => void answer(true)}>
              {t('register.bind.grant')}
            </button>
            <button type="button" className="cw-link" disabled={busy} onClick={() => void answer(false)}>
              {t('register.bind.refuse')}
            </button>
          </div>
          <Left until={binding.expiresAt} />
        </div>
      )}
      {binding && !live && (
        <p role="status">{t(`register.bind.end.${binding.state}`, { device: binding.device?.name ?? '' })}</p>
      )}
      {binding?.state === 'granted' && <p role="status">{t('register.bind.granted')}</p>}
      {binding && !live && again}
      <Link className="cw-link" to="/">
        {t('register.bind.home')}
      </Link>
    </>
  );
}

/** How long the code still holds. */
function Left({ until }: { until: string }) {
  const { t } = useTranslation();
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.max(0, Math.round((Date.parse(until) - now) / 1000));
  const text = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  return <p className="register-hint cw-figures">{t('register.bind.left', { text })}</p>;
}
