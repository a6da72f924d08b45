import { DeleteOutlined, EditOutlined, PlusOutlined } from '@ant-design/icons';
import { useAbility } from '@casl/react';
import { useList } from '@refinedev/core';
import { Button, Card, Empty, Table } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Ability, may, mayEver, mayReadField } from '#domain/identity/access.ts';
import type { Resource } from '#domain/record/resource.ts';
import type { RequestError } from '#web/client/http.ts';
import { useLabel } from '#web/client/locale.ts';
import { useResource } from '#web/client/record-types.ts';
import { FieldValue } from '#web/engine/field-value.tsx';
import { fieldOf } from '#web/engine/fields.ts';
import { relatedOf, titleOf } from '#web/engine/labels.ts';
import { ScreenLink } from '#web/engine/screen-link.tsx';
import { useTrash } from '#web/engine/use-trash.ts';
import { Failure } from '#web/ui/failure.tsx';
import { RecordFormDrawer } from './record-form-drawer.tsx';
import type { Stored } from './use-record-editor.ts';

/** As many as one edits beside their master; the rest is a list of its own. */
const shownAtMost = 100;
const columnsShown = 6;

/** The records that are edited together with this one (`details` of its entry); before it is saved, a word on when. */
export function DetailSections({ resource, record }: { resource: Resource; record: Stored | null }) {
  const details = resource.details ?? [];
  return details.map(({ resource: name, field }) => (
    <DetailSection key={`${name}.${field}`} name={name} field={field} master={record} />
  ));
}

interface Props {
  name: string;
  /** Field of the detail that names its master. */
  field: string;
  master: Stored | null;
}

function DetailSection({ name, field, master }: Props) {
  const resource = useResource(name);
  const ability = useAbility<Ability>();
  if (!resource || !mayEver(ability, 'read', name) || !mayReadField(ability, name, field)) return null;
  return <Section resource={resource} field={field} master={master} />;
}

function Section({ resource, field, master }: { resource: Resource; field: string; master: Stored | null }) {
  const { t } = useTranslation();
  const label = useLabel();
  const ability = useAbility<Ability>();
  const { trash } = useTrash(resource);
  const [open, setOpen] = useState<number | 'new' | null>(null);
  const { query, result } = useList<Stored, RequestError>({
    resource: resource.name,
    filters: [{ field, operator: 'eq', value: master?.id }],
    sorters: resource.sort ? [resource.sort] : [],
    pagination: { pageSize: shownAtMost },
    queryOptions: { enabled: master !== null },
    errorNotification: false,
  });
  const kind = label(resource.schema['x-label'], resource.name);
  const title = (
    <>
      {kind} {master && result.total !== undefined && <span className="cw-soft">{result.total}</span>}
    </>
  );
  if (!master) {
    return (
      <Card size="small" title={title}>
        <span className="cw-soft">{t('form.details.afterSave', { kind })}</span>
      </Card>
    );
  }
  const mayAdd = !resource.readOnly && may(ability, 'create', resource.name, { [field]: master.id });
  const columns = resource.columns
    .filter((column) => column !== field && mayReadField(ability, resource.name, column))
    .slice(0, columnsShown);
  return (
    <Card
      size="small"
      title={title}
      role="group"
      aria-label={kind}
      extra={
        mayAdd && (
          <Button size="small" icon={<PlusOutlined />} onClick={() => setOpen('new')}>
            {t('form.details.add', { kind })}
          </Button>
        )
      }
    >
      {query.isError ? (
        <Failure title={t('form.readFailed')} error={query.error} retry={() => void query.refetch()} />
      ) : (
        <Table<Stored>
          size="small"
          rowKey="id"
          pagination={false}
          loading={query.isLoading}
          dataSource={result.data}
          scroll={{ x: 'max-content' }}
          locale={{
            emptyText: (
              <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('form.details.none', { kind })} />
            ),
          }}
          columns={[
            ...columns.map((column, index) => ({
              key: column,
              title: label(fieldOf(resource, column)?.['x-label'], column),
              render: (_: unknown, row: Stored) => {
                const schema = fieldOf(resource, column);
                const value = schema && (
                  <FieldValue schema={schema} value={row[column]} related={relatedOf(row, column)} />
                );
                return index === 0 ? (
                  <ScreenLink resource={resource} kind="show" at={`/${row.id}`}>
                    {value}
                  </ScreenLink>
                ) : (
                  value
                );
              },
            })),
            {
              key: 'actions',
              width: 84,
              fixed: 'right' as const,
              title: <span className="cw-hidden">{t('list.actions')}</span>,
              render: (_: unknown, row: Stored) => {
                const name = titleOf(resource, row);
                return (
                  <span style={{ whiteSpace: 'nowrap' }}>
                    {!resource.readOnly && may(ability, 'update', resource.name, row) && (
                      <Button
                        type="text"
                        size="small"
                        icon={<EditOutlined />}
                        aria-label={t('form.details.edit', { name })}
                        onClick={() => setOpen(row.id)}
                      />
                    )}
                    {!resource.readOnly && may(ability, 'delete', resource.name, row) && (
                      <Button
                        type="text"
                        danger
                        size="small"
                        icon={<DeleteOutlined />}
                        aria-label={t('form.details.remove', { name })}
                        onClick={() => trash(row)}
                      />
                    )}
                  </span>
                );
              },
            },
          ]}
        />
      )}
      {(result.total ?? 0) > shownAtMost && (
        <ScreenLink resource={resource} kind="list" at={`?f.${field}.in=${master.id}`}>
          {t('form.details.all', { count: result.total ?? 0 })}
        </ScreenLink>
      )}
      {open !== null && (
        <RecordFormDrawer
          resource={resource}
          {...(open === 'new' ? {} : { id: open })}
          begin={{ [field]: master.id }}
          fixed={field}
          onClose={() => setOpen(null)}
          onSaved={() => {
            setOpen(null);
            void query.refetch();
          }}
        />
      )}
    </Card>
  );
}
