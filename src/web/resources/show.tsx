import { DeleteOutlined, EditOutlined, UndoOutlined } from '@ant-design/icons';
import { useAbility } from '@casl/react';
import { useOne } from '@refinedev/core';
import { Alert, Button, Card, Skeleton, Tabs } from 'antd';
import { lazy, Suspense, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate, useParams } from 'react-router';
import { type Ability, may } from '../../domain/access.ts';
import type { Resource } from '../../domain/resource.ts';
import { Failure } from '../components/failure.tsx';
import { useLabel } from '../locale.ts';
import type { RequestError } from '../providers/http.ts';
import { usePageTitle } from '../shell/document-title.ts';
import { forgetTags } from '../shell/tag-store.ts';
import { ActionButtons } from './action-buttons.tsx';
import { FieldValue } from './field-value.tsx';
import { fieldOf, groupsOf } from './fields.ts';
import { useAuthors } from './history.tsx';
import { type RecordValues, type Related, relatedOf, subtitleOf, titleOf } from './labels.ts';
import { type ShowTab, type ShowTabProps, showTabs } from './show-tabs.ts';
import { useTrash } from './use-trash.ts';

type Stored = RecordValues & { id: number };

/** One record of any resource: its fields in groups, its history, and what the user may do to it. */
export function ResourceShow({ resource }: { resource: Resource }) {
  const { t } = useTranslation();
  const label = useLabel();
  const { id = '' } = useParams();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const ability = useAbility<Ability>();
  const { trash, restore } = useTrash(resource);
  const { query, result: record } = useOne<Stored, RequestError>({
    resource: resource.name,
    id,
    errorNotification: false,
  });
  const kind = label(resource.schema['x-label'], resource.name);
  const name = record ? titleOf(resource, record) : '';
  usePageTitle(pathname, record ? `${kind} ${name}` : undefined);

  if (query.isError) {
    return (
      <div className="cw-page">
        <Failure title={t('form.readFailed')} error={query.error} retry={() => void query.refetch()} />
      </div>
    );
  }
  if (!record) {
    return (
      <div className="cw-page">
        <Skeleton active paragraph={{ rows: 8 }} />
      </div>
    );
  }
  const leave = async () => {
    await navigate(resource.path);
    forgetTags(pathname, `${pathname}/edit`);
  };
  const inTrash = record.deletedAt !== null && record.deletedAt !== undefined;
  const subtitle = subtitleOf(resource, record);
  const mayDelete = !resource.readOnly && may(ability, 'delete', resource.name, record);
  return (
    <div className="cw-page" style={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 12 }}>
      <header className="cw-bar">
        <h1 className="cw-title">
          <Link to={resource.path}>{kind}</Link> /{' '}
          <span className={inTrash ? 'cw-struck' : undefined}>{name}</span>
        </h1>
        {subtitle && <span style={{ color: 'var(--cw-soft)' }}>{subtitle}</span>}
        <span className="cw-grow" />
        {!inTrash && <ActionButtons resource={resource} record={record} />}
        {!inTrash && !resource.readOnly && may(ability, 'update', resource.name, record) && (
          <Link to={`${resource.path}/${record.id}/edit`}>
            <Button type="primary" icon={<EditOutlined />} tabIndex={-1}>
              {t('list.edit')}
            </Button>
          </Link>
        )}
        {!inTrash && mayDelete && (
          <Button danger icon={<DeleteOutlined />} onClick={() => trash(record, () => void leave())}>
            {t('list.delete')}
          </Button>
        )}
        {inTrash && mayDelete && (
          <Button icon={<UndoOutlined />} onClick={() => void restore(record)}>
            {t('list.restore')}
          </Button>
        )}
      </header>
      {inTrash && <Alert type="warning" showIcon message={t('list.inTrash')} />}
      <Tabs
        items={[
          {
            key: 'fields',
            label: t('form.fields'),
            children: <Fields resource={resource} record={record} />,
          },
          ...showTabs
            .filter(({ when }) => when?.({ resource, record }) ?? true)
            .map(({ key, titleKey, load }) => ({
              key,
              label: t(titleKey),
              children: <LazyTab load={load} resource={resource} record={record} />,
            })),
        ]}
      />
    </div>
  );
}

function LazyTab({ load, ...props }: ShowTabProps & Pick<ShowTab, 'load'>) {
  const Tab = useMemo(() => lazy(load), [load]);
  return (
    <Suspense fallback={<Skeleton active />}>
      <Tab {...props} />
    </Suspense>
  );
}

function Fields({ resource, record }: { resource: Resource; record: Stored }) {
  const label = useLabel();
  const system = ['id', 'version', 'createdAt', 'createdBy', 'updatedAt', 'updatedBy'];
  const authors = useAuthors(resource, record.id, Number(record.version));
  const named = (field: string) => {
    const by = record[field];
    return typeof by === 'number' ? [{ id: by, label: authors.get(by) ?? `#${by}`, deleted: false }] : [];
  };
  return (
    <div style={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 12 }}>
      {groupsOf(resource).map(({ label: title, fields }) => (
        <Card key={fields.join()} size="small" title={title ? label(title) : undefined}>
          <FieldPairs resource={resource} record={record} fields={fields} />
        </Card>
      ))}
      <FieldPairs resource={resource} record={record} fields={system} named={named} />
    </div>
  );
}

interface PairsProps {
  resource: Resource;
  record: Stored;
  fields: string[];
  /** Names of related records where `_labels` has none. */
  named?: (field: string) => Related[];
}

function FieldPairs({ resource, record, fields, named }: PairsProps) {
  const label = useLabel();
  return (
    <dl className="cw-fields">
      {fields.map((field) => {
        const schema = fieldOf(resource, field);
        if (!schema) return null;
        return (
          <div key={field}>
            <dt>{label(schema['x-label'], field)}</dt>
            <dd>
              <FieldValue
                schema={schema}
                value={record[field]}
                related={named?.(field).length ? named(field) : relatedOf(record, field)}
                linked={!named}
              />
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
