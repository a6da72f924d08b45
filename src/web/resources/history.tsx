import { useQuery } from '@tanstack/react-query';
import { Empty, Skeleton, Tag } from 'antd';
import { useTranslation } from 'react-i18next';
import { type Resource, relationOf } from '../../domain/resource.ts';
import { localText } from '../clock.ts';
import { Failure } from '../components/failure.tsx';
import { useLabel } from '../locale.ts';
import { type HistoryEntry, readHistory } from '../providers/data.ts';
import { FieldValue } from './field-value.tsx';
import { fieldOf } from './fields.ts';
import { type Related, useRelated } from './labels.ts';
import type { ShowTabProps } from './show-tabs.ts';

const colours = { create: 'green', update: 'blue', delete: 'red', restore: 'gold' } as const;

/** Names of those who changed the record, by user id: from its history, for whoever may not read users. */
export function useAuthors(resource: Resource, id: number, version: number): Map<number, string> {
  const { data } = useQuery(historyQuery(resource, id, version));
  const names = new Map<number, string>();
  for (const { by, byName } of data ?? []) if (by !== null && byName !== null) names.set(by, byName);
  return names;
}

function historyQuery(resource: Resource, id: number, version: number) {
  return {
    // The version in the key: a new one is a new history.
    queryKey: ['history', resource.name, id, version],
    queryFn: () => readHistory(resource.name, id),
  };
}

export function HistoryTab({ resource, record }: ShowTabProps) {
  return <History resource={resource} id={record.id} version={Number(record.version)} />;
}

/** Who changed what, when and from where; values as people read them, never ids or codes. */
export function History({ resource, id, version }: { resource: Resource; id: number; version: number }) {
  const { t } = useTranslation();
  const { data, error, isLoading, refetch } = useQuery(historyQuery(resource, id, version));
  if (error) return <Failure title={t('form.historyFailed')} error={error} retry={() => void refetch()} />;
  if (isLoading || !data) return <Skeleton active />;
  if (data.length === 0) return <Empty description={t('form.historyEmpty')} />;
  const newestFirst = [...data].sort((a, b) => b.version - a.version || b.id - a.id);
  return (
    <ol className="cw-cards">
      {newestFirst.map((entry) => (
        <li key={entry.id}>
          <Entry resource={resource} entry={entry} />
        </li>
      ))}
    </ol>
  );
}

function Entry({ resource, entry }: { resource: Resource; entry: HistoryEntry }) {
  const { t } = useTranslation();
  const label = useLabel();
  const shown = entry.changes.filter(({ field }) => fieldOf(resource, field));
  return (
    <article className="cw-entry">
      <header className="cw-bar">
        <Tag color={colours[entry.action]} style={{ color: 'var(--cw-ink)' }}>
          {t(`form.action.${entry.action}`)}
        </Tag>
        <strong>
          {entry.byName ?? (entry.by === null || entry.by === 0 ? t('form.system') : `#${entry.by}`)}
        </strong>
        <time className="cw-figures" dateTime={entry.at}>
          {localText(entry.at)}
        </time>
        <span style={{ color: 'var(--cw-soft)' }}>
          {t(`form.source.${entry.source}`, { defaultValue: entry.source })} · v{entry.version}
        </span>
      </header>
      {shown.length > 0 && (
        <table className="cw-changes">
          <thead>
            <tr>
              <th scope="col">{t('form.field')}</th>
              <th scope="col">{t('form.before')}</th>
              <th scope="col">{t('form.after')}</th>
            </tr>
          </thead>
          <tbody>
            {shown.map(({ field, before, after }) => (
              <tr key={field}>
                <th scope="row">{label(fieldOf(resource, field)?.['x-label'], field)}</th>
                <td>
                  <NamedValue resource={resource} field={field} value={before} />
                </td>
                <td>
                  <NamedValue resource={resource} field={field} value={after} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </article>
  );
}

/** A value whose related records are looked up, because it comes without `_labels`. */
export function NamedValue({
  resource,
  field,
  value,
}: {
  resource: Resource;
  field: string;
  value: unknown;
}) {
  const schema = fieldOf(resource, field);
  const relation = schema && relationOf(schema);
  const ids = (Array.isArray(value) ? value : [value]).filter(
    (one): one is number => typeof one === 'number',
  );
  const names = useRelated(relation?.resource, relation ? ids : []);
  if (!schema) return null;
  const related: Related[] = relation
    ? ids.map((one) => names.get(one) ?? { id: one, label: `#${one}`, deleted: false })
    : [];
  return <FieldValue schema={schema} value={value} related={related} />;
}
