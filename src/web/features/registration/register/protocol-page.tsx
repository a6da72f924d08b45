import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, App, Button, Input, Skeleton, Tabs } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OutputOf } from '#contract/services.ts';
import { useAsyncAction } from '#web/client/async-action.ts';
import type { RequestError } from '#web/client/http.ts';
import { callService } from '#web/client/services.ts';
import { UnsavedGuard } from '#web/engine/unsaved-guard.tsx';
import { Failure } from '#web/ui/failure.tsx';
import { StaticBox } from './static-text.tsx';
import '#web/features/registration/public/applicant.css';

type Texts = OutputOf<'Registration', 'GetProtocolTexts'>;

const longest = 50_000;

/** `/permission/authProtocol`: the agreement that whoever registers accepts, in both languages. */
export function ProtocolPage() {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const client = useQueryClient();
  const queryKey = ['authProtocol'];
  const { data, error, refetch } = useQuery<Texts, RequestError>({
    queryKey,
    queryFn: () => callService('Registration', 'GetProtocolTexts', {}),
  });
  const [typed, setTyped] = useState<Texts | null>(null);
  const { busy, failure, run } = useAsyncAction();
  useEffect(() => {
    if (data) setTyped((before) => before ?? data);
  }, [data]);
  if (error) return <Failure title={t('form.readFailed')} error={error} retry={() => void refetch()} />;
  if (!data || !typed) {
    return (
      <div className="cw-page">
        <Skeleton active paragraph={{ rows: 10 }} />
      </div>
    );
  }
  const dirty = typed.value !== data.value || typed.valueEn !== data.valueEn;

  const save = (texts: Texts) =>
    run(async () => {
      await callService('User', 'SaveAuthProtocol', { value: texts.value, valueEn: texts.valueEn });
      const saved = await callService('Registration', 'GetProtocolTexts', {});
      client.setQueryData(queryKey, saved);
      setTyped(saved);
      message.success(t('register.protocol.saved', { version: saved.version }));
    });

  const editor = (field: 'value' | 'valueEn', label: string) => (
    <div
      style={{
        display: 'grid',
        gap: 16,
        gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 360px), 1fr))',
      }}
    >
      <Input.TextArea
        aria-label={label}
        lang={field === 'value' ? 'zh-Hans' : 'en'}
        rows={22}
        maxLength={longest}
        value={typed[field]}
        onChange={(event) => setTyped({ ...typed, [field]: event.target.value })}
      />
      <StaticBox label={t('register.protocol.preview')} text={typed[field]} />
    </div>
  );
  return (
    <div className="cw-page" style={{ display: 'grid', gap: 12 }}>
      <div className="cw-bar">
        <h1 className="cw-title">{t('register.protocol.title')}</h1>
        <span className="register-hint cw-figures">
          {t('register.protocol.version', { version: data.version })}
        </span>
        <span className="cw-grow" />
        <Button disabled={!dirty} onClick={() => setTyped(data)}>
          {t('register.protocol.reset')}
        </Button>
        <Button
          type="primary"
          loading={busy}
          disabled={!dirty || typed.value.trim() === ''}
          onClick={() => void save(typed)}
        >
          {t('form.save')}
        </Button>
      </div>
      <Alert type="info" showIcon role="note" message={t('register.protocol.about')} />
      {dirty && typed.value.trim() === '' && (
        <Alert type="error" showIcon message={t('register.protocolEmpty')} />
      )}
      {failure !== null && <Failure title={t('form.saveFailed')} error={failure} />}
      <Tabs
        items={[
          {
            key: 'zh',
            label: t('register.protocol.zh'),
            children: editor('value', t('register.protocol.zh')),
          },
          {
            key: 'en',
            label: t('register.protocol.en'),
            children: editor('valueEn', t('register.protocol.en')),
          },
        ]}
      />
      <UnsavedGuard dirty={() => dirty} />
    </div>
  );
}
