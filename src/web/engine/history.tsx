import { useAbility } from '@casl/react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Button, Empty, Select, Skeleton } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Ability, may } from '#domain/identity/access.ts';
import type { Resource } from '#domain/record/resource.ts';
import { useLabel } from '#web/client/locale.ts';
import { type HistoryEntry, historyPageSize, readHistoryPage } from '#web/client/record-history.ts';
import { Failure } from '#web/ui/failure.tsx';
import { fieldOf } from './fields.ts';
import { EntryCard } from './show/history-entry.tsx';
import { fieldsOf, filtered, newestFirst, peopleOf, recordAt } from './show/history-model.ts';
import { RestoreDialog } from './show/restore-dialog.tsx';
import type { ShowTabProps } from './show/show-tab.ts';
import { VersionCompare, VersionView } from './show/version-view.tsx';

/** The history of a record in pages, newest first. */
export function useHistory(resource: string, id: number, version: number) {
  return useInfiniteQuery({
    // The version in the key: a new one is a new history.
    queryKey: ['history', resource, id, version],
    queryFn: ({ pageParam }) => readHistoryPage(resource, id, pageParam),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (page: HistoryEntry[]) => (page.length < historyPageSize ? undefined : page.at(-1)?.id),
  });
}

/**
 * Who changed what, when and from where; values as people read them, never ids or codes. Any field or version can be
 * taken back, seen as it was, or laid beside another.
 */
export function HistoryTab({ resource, record }: ShowTabProps) {
  const { t } = useTranslation();
  const label = useLabel();
  const ability = useAbility<Ability>();
  const history = useHistory(resource.name, record.id, Number(record.version));
  const [field, setField] = useState<string>();
  const [by, setBy] = useState<number>();
  const [chosen, setChosen] = useState<number[]>([]);
  const [comparing, setComparing] = useState(false);
  const [viewed, setViewed] = useState<number>();
  const [restoring, setRestoring] = useState<{ toVersion: number; field?: string }>();
  if (history.error) {
    return (
      <Failure title={t('form.historyFailed')} error={history.error} retry={() => void history.refetch()} />
    );
  }
  if (!history.data) return <Skeleton active />;
  const entries = newestFirst(history.data.pages.flat());
  if (entries.length === 0) return <Empty description={t('form.historyEmpty')} />;
  const trashed = record.deletedAt !== null && record.deletedAt !== undefined;
  const mayRestore = !resource.readOnly && !trashed && may(ability, 'update', resource.name, record);
  const shown = filtered(entries, { field, by });
  const [first, second] = chosen;
  return (
    <>
      <div className="cw-bar" style={{ marginBottom: 12 }}>
        <Select
          allowClear
          showSearch
          optionFilterProp="label"
          style={{ minWidth: 180 }}
          aria-label={t('show.filterField')}
          placeholder={t('show.filterField')}
          value={field}
          onChange={setField}
          options={fieldsOf(entries)
            .filter((name) => fieldOf(resource, name) && !resource.form?.hidden?.includes(name))
            .map((name) => ({ value: name, label: label(fieldOf(resource, name)?.['x-label'], name) }))}
        />
        <Select
          allowClear
          style={{ minWidth: 160 }}
          aria-label={t('show.filterPerson')}
          placeholder={t('show.filterPerson')}
          value={by}
          onChange={setBy}
          options={peopleOf(entries).map((person) => ({
            value: person.by,
            label: person.by === 0 ? t('form.system') : (person.name ?? `#${person.by}`),
          }))}
        />
        <Button disabled={chosen.length !== 2} onClick={() => setComparing(true)}>
          {t('show.compare', { count: chosen.length })}
        </Button>
        <span className="cw-grow" />
        <span style={{ color: 'var(--cw-soft)' }} aria-live="polite">
          {t('show.entries', { count: shown.length })}
        </span>
      </div>
      <ol className="cw-cards">
        {shown.map((entry) => (
          <li key={entry.id}>
            <EntryCard
              resource={resource}
              record={recordAt(record, entries, entry.version)}
              entry={entry}
              newest={entry.version === record.version}
              actions={{
                chosen,
                choose: (version, on) =>
                  setChosen(on ? [...chosen, version] : chosen.filter((one) => one !== version)),
                view: setViewed,
                ...(mayRestore
                  ? {
                      restoreField: (name, toVersion) => setRestoring({ toVersion, field: name }),
                      restoreVersion: (toVersion) => setRestoring({ toVersion }),
                    }
                  : {}),
              }}
            />
          </li>
        ))}
      </ol>
      {shown.length === 0 && <Empty description={t('list.noResults')} />}
      {history.hasNextPage && (
        <div style={{ marginTop: 12, textAlign: 'center' }}>
          <Button loading={history.isFetchingNextPage} onClick={() => void history.fetchNextPage()}>
            {t('show.older')}
          </Button>
        </div>
      )}
      {viewed !== undefined && (
        <VersionView
          resource={resource}
          record={record}
          entries={entries}
          version={viewed}
          onClose={() => setViewed(undefined)}
        />
      )}
      {comparing && first !== undefined && second !== undefined && (
        <VersionCompare
          resource={resource}
          record={record}
          entries={entries}
          versions={[first, second]}
          onClose={() => setComparing(false)}
        />
      )}
      {restoring && (
        <RestoreDialog
          resource={resource}
          record={record}
          {...restoring}
          onClose={() => setRestoring(undefined)}
        />
      )}
    </>
  );
}

/** The history alone, to read: for pages of their own that show a record. */
export function History({ resource, id, version }: { resource: Resource; id: number; version: number }) {
  const { t } = useTranslation();
  const history = useHistory(resource.name, id, version);
  if (history.error) {
    return (
      <Failure title={t('form.historyFailed')} error={history.error} retry={() => void history.refetch()} />
    );
  }
  if (!history.data) return <Skeleton active />;
  const entries = newestFirst(history.data.pages.flat());
  if (entries.length === 0) return <Empty description={t('form.historyEmpty')} />;
  return (
    <>
      <ol className="cw-cards">
        {entries.map((entry) => (
          <li key={entry.id}>
            <EntryCard resource={resource} entry={entry} newest={entry.version === version} />
          </li>
        ))}
      </ol>
      {history.hasNextPage && (
        <Button loading={history.isFetchingNextPage} onClick={() => void history.fetchNextPage()}>
          {t('show.older')}
        </Button>
      )}
    </>
  );
}
