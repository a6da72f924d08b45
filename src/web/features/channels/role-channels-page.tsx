import { useList } from '@refinedev/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { App, Button, Select, Skeleton } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { displayNameIn } from '#domain/text/name-in.ts';
import { useAsyncAction } from '#web/client/async-action.ts';
import { useLocale } from '#web/client/locale.ts';
import { callService } from '#web/client/services.ts';
import { UnsavedGuard } from '#web/engine/unsaved-guard.tsx';
import { Failure } from '#web/ui/failure.tsx';
import { type Choice, ChoiceCards } from './choice-cards.tsx';
import './channels.css';

/** What holds for the users of a role as long as they choose nothing themselves. */
export function RoleChannelsPage() {
  const { t } = useTranslation();
  const locale = useLocale();
  const { message } = App.useApp();
  const queries = useQueryClient();
  const [search, setSearch] = useSearchParams();
  const [draft, setDraft] = useState<Choice | null>(null);
  const { busy, failure, run } = useAsyncAction();
  const { result: roles } = useList<{ id: number; displayName: string; displayNameEn: string | null }>({
    resource: 'role',
    pagination: { mode: 'off' },
  });
  const role = Number(search.get('role') ?? roles.data[0]?.id ?? 0);
  const queryKey = ['channels', 'role', role];
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: () => callService('Channel', 'GetRoleSettings', { role }),
    enabled: role > 0,
  });
  const shown = draft ?? data;
  const save = () =>
    draft &&
    run(async () => {
      await callService('Channel', 'SaveRoleSettings', { role, ...draft });
      await queries.invalidateQueries({ queryKey });
      setDraft(null);
      message.success(t('channels.saved'));
    });
  return (
    <div className="cw-page cw-channels-page" aria-busy={busy}>
      <UnsavedGuard dirty={() => draft !== null} />
      <header className="cw-bar" style={{ flexWrap: 'wrap' }}>
        <h1 className="cw-title">{t('channels.roles')}</h1>
        <Select
          style={{ minWidth: 200 }}
          aria-label={t('channels.role')}
          disabled={draft !== null}
          value={role || null}
          options={roles.data.map((one) => ({ value: one.id, label: displayNameIn(one, locale) }))}
          onChange={(value) => setSearch({ role: String(value) })}
        />
        <span className="cw-grow" />
        <Button disabled={busy || draft === null} onClick={() => setDraft(null)}>
          {t('channels.discard')}
        </Button>
        <Button type="primary" disabled={busy || draft === null} onClick={() => void save()}>
          {t('channels.save')}
        </Button>
      </header>
      {error && !data && <Failure error={error} retry={() => void refetch()} />}
      {failure !== null && <Failure title={t('channels.failed')} error={failure} />}
      {!data && !error && <Skeleton active />}
      {data && shown && (
        <ChoiceCards
          help={t('channels.roles.help')}
          inForce={data.inForce}
          without={['webhook']}
          shown={shown}
          onChange={(change) => setDraft({ choices: shown.choices, quiet: shown.quiet, ...change })}
        />
      )}
    </div>
  );
}
