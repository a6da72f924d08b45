import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { callService } from '../../providers/services.ts';

const BindQr = lazy(async () => ({ default: (await import('./bind-qr.tsx')).BindQr }));

interface Binding {
  id: number;
  state: 'waiting' | 'asked' | 'granted' | 'refused' | 'used' | 'over';
  device: { name: string; address: string } | null;
  checkNumber: string | null;
  expiresAt: string;
}

const askAgainMs = 1_500;

/** The device that is signed in: makes the code, sees who comes with it, and lets him in or not. */
export function BindOwner({ came }: { came: boolean }) {
  const { t } = useTranslation();
  const [binding, setBinding] = useState<Binding | null>(null);
  const [code, setCode] = useState('');
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  const fail = useCallback(
    (error: unknown) => setFailure(error instanceof Error ? t(error.message) : t('shell.error.unknown')),
    [t],
  );

  async function make() {
    setBusy(true);
    setFailure(null);
    try {
      const made = await callService<Binding & { code: string }>('DeviceBinding', 'Create');
      setCode(made.code);
      setBinding(made);
    } catch (error) {
      fail(error);
    } finally {
      setBusy(false);
    }
  }

  async function answer(grant: boolean) {
    if (!binding) return;
    setBusy(true);
    try {
      setBinding(await callService<Binding>('DeviceBinding', 'Answer', { id: binding.id, grant }));
    } catch (error) {
      fail(error);
      setBinding(null);
    } finally {
      setBusy(false);
    }
  }

  const id = binding?.id;
  const live = binding !== null && ['waiting', 'asked', 'granted'].includes(binding.state);
  useEffect(() => {
    if (id === undefined || !live) return;
    const timer = setInterval(() => {
      callService<Binding>('DeviceBinding', 'Get', { id }, 'GET').then(setBinding).catch(fail);
    }, askAgainMs);
    return () => clearInterval(timer);
  }, [id, live, fail]);

  const again = (
    <button type="button" className="cw-button" disabled={busy} onClick={() => void make()}>
      {t(binding ? 'register.bind.again' : 'register.bind.make')}
    </button>
  );
  return (
    <>
      <h1 className="cw-title">{t('register.bind.ownerTitle')}</h1>
      {came && !binding && <p>{t('register.bind.signedIn')}</p>}
      {failure && (
        <div role="alert" className="cw-alert">
          {failure}
        </div>
      )}
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
