import { SettingOutlined } from '@ant-design/icons';
import { useAbility } from '@casl/react';
import { useInvalidate, useList } from '@refinedev/core';
import { Button, Drawer, Empty, Skeleton, Switch } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { SourceState } from '#contract/surveillance-source.ts';
import { type Ability, mayEver } from '#domain/identity/access.ts';
import { type SourceStatus, sourceStatus } from '#domain/surveillance/source-status.ts';
import { nameIn } from '#domain/text/name-in.ts';
import { withSuffix } from '#domain/text/numbers.ts';
import { useHolds } from '#web/client/access.ts';
import { useAsyncAction } from '#web/client/async-action.ts';
import { patchRecord } from '#web/client/data.ts';
import { useLabel, useLocale } from '#web/client/locale.ts';
import { useResource } from '#web/client/record-types.ts';
import { Failure } from '#web/ui/failure.tsx';
import { ListenPanel } from './listen-panel.tsx';
import { RawFiles } from './raw-files.tsx';
import { ErrorCounts, MessageCounts } from './source-counts.tsx';
import { useSourceStates } from './source-queries.ts';
import './surveillance.css';

interface SourceRecord {
  id: number;
  version: number;
  name: string;
  nameEn?: string | null;
  type: string;
  transport: string;
  enabled: boolean | null;
}

/** Every surveillance source: whether it is on, what comes of it, what is wrong with it, and its last message. */
export function SourceMonitorPage() {
  const { t } = useTranslation();
  const locale = useLocale();
  const resource = useResource('surveillanceSource');
  const { query, result } = useList<SourceRecord>({
    resource: 'surveillanceSource',
    pagination: { currentPage: 1, pageSize: 1000 },
    sorters: [{ field: 'name', order: 'asc' }],
    errorNotification: false,
  });
  const states = useSourceStates();
  const operates = useHolds(['Pages.Operating']);
  const [heard, setHeard] = useState<SourceRecord | null>(null);
  if (!resource) return null;
  const byId = new Map(states.data?.sources.map((one) => [one.sourceId, one]));
  const rows = result.data ?? [];
  const problem = query.error ?? states.error;
  return (
    <div className="cw-page cw-sources">
      <header className="cw-bar">
        <h1 className="cw-title">{t('sources.title')}</h1>
        <span className="cw-grow" />
        <Link to={resource.path}>
          <Button icon={<SettingOutlined />} tabIndex={-1}>
            {t('sources.records')}
          </Button>
        </Link>
      </header>
      {problem && (
        <Failure error={problem} retry={() => void Promise.all([query.refetch(), states.refetch()])} />
      )}
      {query.isPending && <Skeleton active />}
      {query.isSuccess && rows.length === 0 && <Empty description={t('sources.none')} />}
      {rows.length > 0 && (
        <div className="cw-sources-room">
          <table className="cw-sources-table">
            <thead>
              <tr>
                {['name', 'state', 'rate', 'age', 'messages', 'errors'].map((column) => (
                  <th scope="col" key={column}>
                    {t(`sources.column.${column}`)}
                  </th>
                ))}
                <th scope="col">{t('sources.column.on')}</th>
                <th scope="col">
                  <span className="cw-hidden">{t('sources.listen')}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <SourceRow
                  key={row.id}
                  row={row}
                  state={byId.get(row.id) ?? null}
                  at={states.data?.at ?? null}
                  onListen={() => setHeard(row)}
                />
              ))}
            </tbody>
          </table>
        </div>
      )}
      <Drawer
        open={heard !== null}
        title={heard && t('sources.listenTo', { name: nameIn(heard, locale) })}
        size="large"
        onClose={() => setHeard(null)}
        destroyOnHidden
      >
        {heard && <ListenPanel sourceId={heard.id} />}
        {heard && operates && <RawFiles sourceId={heard.id} />}
      </Drawer>
    </div>
  );
}

interface RowProps {
  row: SourceRecord;
  /** null: it is switched off. */
  state: SourceState | null;
  /** The server's time of the states, UTC ms. */
  at: number | null;
  onListen: () => void;
}

function SourceRow({ row, state, at, onListen }: RowProps) {
  const { t } = useTranslation();
  const name = nameIn(row, useLocale());
  const resource = useResource('surveillanceSource');
  const label = useLabel();
  const choice = (field: string, value: string) =>
    label(resource?.schema.properties[field]?.['x-enum']?.[value], value);
  return (
    <tr data-state={statusOf(state, at)}>
      <th scope="row">
        <Link to={`${resource?.path}/${row.id}`}>{name}</Link>
        <div className="cw-source-kind">
          {choice('type', row.type)} · {choice('transport', row.transport)}
        </div>
      </th>
      <td>
        <span className="cw-source-state">{t(`sources.state.${statusOf(state, at)}`)}</span>
        {state?.fault && <div className="cw-source-fault">{state.fault}</div>}
        {state?.clients != null && <div>{t('sources.clients', { count: state.clients })}</div>}
      </td>
      <td className="cw-figures">
        {state && (
          <>
            {t('sources.rate', { rate: withSuffix(state.recordsPerSecond) })}
            <div>{t('sources.octetRate', { rate: withSuffix(state.octetsPerSecond) })}</div>
          </>
        )}
      </td>
      <td className="cw-figures" data-label={t('sources.column.age')}>
        {state && ageText(state, at, t('sources.never'))}
      </td>
      <td data-label={t('sources.column.messages')}>{state && <MessageCounts state={state} />}</td>
      <td data-label={t('sources.column.errors')}>{state && <ErrorCounts state={state} />}</td>
      <td>
        <OnOff row={row} />
      </td>
      <td>
        <Button
          size="small"
          onClick={onListen}
          disabled={!state}
          aria-label={t('sources.listenTo', { name })}
        >
          {t('sources.listen')}
        </Button>
      </td>
    </tr>
  );
}

function statusOf(state: SourceState | null, at: number | null): SourceStatus | 'off' {
  return state === null || at === null ? 'off' : sourceStatus(state, at);
}

function ageText({ lastAt }: SourceState, at: number | null, never: string): string {
  if (lastAt === null || at === null) return never;
  const ageS = Math.max(0, Math.round((at - lastAt) / 1_000));
  return ageS < 100
    ? `${ageS} s`
    : ageS < 6_000
      ? `${Math.round(ageS / 60)} min`
      : `${Math.round(ageS / 3_600)} h`;
}

function OnOff({ row }: { row: SourceRecord }) {
  const { t } = useTranslation();
  const name = nameIn(row, useLocale());
  const ability = useAbility<Ability>();
  const invalidate = useInvalidate();
  const { busy, failure, run } = useAsyncAction();
  const change = (enabled: boolean) =>
    run(async () => {
      await patchRecord('surveillanceSource', row.id, { version: row.version, enabled });
      await invalidate({ resource: 'surveillanceSource', invalidates: ['list', 'detail'], id: row.id });
    });
  return (
    <>
      <Switch
        checked={row.enabled !== false}
        loading={busy}
        disabled={!mayEver(ability, 'update', 'surveillanceSource')}
        aria-label={t('sources.switch', { name })}
        onChange={(enabled) => void change(enabled)}
      />
      {failure !== null && <Failure error={failure} />}
    </>
  );
}
