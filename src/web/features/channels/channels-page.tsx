import { useQuery, useQueryClient } from '@tanstack/react-query';
import { App, Button, Card, Skeleton } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAsyncAction } from '#web/client/async-action.ts';
import { RequestError } from '#web/client/http.ts';
import { callService } from '#web/client/services.ts';
import { UnsavedGuard } from '#web/engine/unsaved-guard.tsx';
import { channelsKey } from '#web/features/notices/queries.ts';
import { Failure } from '#web/ui/failure.tsx';
import { ChannelList } from './channel-list.tsx';
import { type Choice, ChoiceCards } from './choice-cards.tsx';
import './channels.css';

interface Draft extends Choice {
  webhookUrl: string;
}

/** How I am told of messages: where, when not, and a test of each way. */
export function ChannelsPage() {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const queries = useQueryClient();
  const [draft, setDraft] = useState<Draft | null>(null);
  const { busy, failure, run } = useAsyncAction();
  const { data, error, refetch } = useQuery({
    queryKey: channelsKey,
    queryFn: () => callService('Channel', 'GetSettings', {}),
  });
  const refresh = () => queries.invalidateQueries({ queryKey: channelsKey });
  const stored = data && { choices: data.choices, quiet: data.quiet, webhookUrl: data.webhookUrl ?? '' };
  const shown = draft ?? stored;
  const change = (values: Partial<Draft>) => shown && setDraft({ ...shown, ...values });
  const settle = (work: () => Promise<unknown>) =>
    run(async () => {
      await work();
      await refresh();
      setDraft(null);
      message.success(t('channels.saved'));
    });
  const save = () =>
    draft &&
    settle(() =>
      callService('Channel', 'SaveSettings', { ...draft, webhookUrl: draft.webhookUrl.trim() || null }),
    );

  return (
    <div className="cw-page cw-channels-page" aria-busy={busy}>
      <UnsavedGuard dirty={() => draft !== null} />
      <header className="cw-bar" style={{ flexWrap: 'wrap' }}>
        <h1 className="cw-title">{t('channels.title')}</h1>
        <span className="cw-grow" />
        <Button
          disabled={busy || !data?.own}
          onClick={() => void settle(() => callService('Channel', 'UseDefaults', {}))}
        >
          {t('channels.useDefaults')}
        </Button>
        <Button type="primary" disabled={busy || draft === null} onClick={() => void save()}>
          {t('channels.save')}
        </Button>
      </header>
      {error && !data && <Failure error={error} retry={() => void refetch()} />}
      {failure !== null && <Failure title={t('channels.failed')} error={failure} />}
      {!data && !error && <Skeleton active />}
      {data && shown && (
        <>
          <ChoiceCards help={t('channels.help')} inForce={data.inForce} shown={shown} onChange={change} />
          <Card size="small" title={<h2 className="cw-card-title">{t('channels.ways')}</h2>}>
            <ChannelList
              settings={data}
              webhookUrl={shown.webhookUrl}
              addressError={failure instanceof RequestError ? failure.errors.webhookUrl?.[0] : undefined}
              changed={shown.webhookUrl !== (data.webhookUrl ?? '')}
              onWebhookUrl={(webhookUrl) => change({ webhookUrl })}
              refresh={refresh}
            />
          </Card>
        </>
      )}
    </div>
  );
}
