import { useInvalidate } from '@refinedev/core';
import { useQuery } from '@tanstack/react-query';
import { Alert, App, Checkbox, Modal, Skeleton } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Resource } from '#domain/record/resource.ts';
import { useAsyncAction } from '#web/client/async-action.ts';
import { useLabel } from '#web/client/locale.ts';
import { previewRestore, restoreVersion } from '#web/client/record-history.ts';
import { fieldOf } from '#web/engine/fields.ts';
import type { RecordValues } from '#web/engine/labels.ts';
import { Failure } from '#web/ui/failure.tsx';
import { ChangeTable } from './change-values.tsx';

interface Props {
  resource: Resource;
  record: RecordValues & { id: number };
  toVersion: number;
  /** Only this field; absent: all that differ. */
  field?: string | undefined;
  onClose: () => void;
}

/** Takes fields back to a version: shows first what that changes and what stands against it, field by field. */
export function RestoreDialog({ resource, record, toVersion, field, onClose }: Props) {
  const { t } = useTranslation();
  const label = useLabel();
  const { message } = App.useApp();
  const invalidate = useInvalidate();
  const version = Number(record.version);
  const [without, setWithout] = useState<string[]>([]);
  const { busy, failure: problem, run } = useAsyncAction();
  const base = { resource: resource.name, id: record.id, toVersion, version };
  const request = field === undefined ? base : { ...base, fields: [field] };
  const { data, error } = useQuery({
    queryKey: ['restore', request],
    queryFn: () => previewRestore(request),
    retry: false,
    gcTime: 0,
  });
  const changes = data?.changes ?? [];
  const chosen = changes.filter((change) => !without.includes(change.field)).map((change) => change.field);
  const problems = Object.entries(data?.problems ?? {});
  const blocked = problems.filter(
    ([where]) =>
      chosen.includes(where.split('.')[0] ?? '') ||
      !changes.some((change) => change.field === where.split('.')[0]),
  );
  const nameOf = (where: string) => {
    const own = where.split('.')[0] ?? where;
    return label(fieldOf(resource, own)?.['x-label'], own);
  };

  const restore = async () => {
    await restoreVersion({ ...base, fields: chosen });
    await invalidate({ resource: resource.name, invalidates: ['list', 'many', 'detail'], id: record.id });
    message.success(t('show.restored', { version: toVersion }));
    onClose();
  };

  return (
    <Modal
      open
      width={820}
      title={
        field === undefined
          ? t('show.restoreVersion', { version: toVersion })
          : t('show.restoreField', { name: nameOf(field) })
      }
      okText={t('show.restoreDo', { count: chosen.length })}
      cancelText={t('shell.cancel')}
      okButtonProps={{ disabled: chosen.length === 0 || blocked.length > 0, loading: busy }}
      onOk={() => void run(restore)}
      onCancel={onClose}
    >
      {error && <Failure title={t('show.previewFailed')} error={error} />}
      {!data && !error && <Skeleton active title={false} />}
      {data && changes.length === 0 && <p>{t('show.nothingToRestore')}</p>}
      {problems.length > 0 && (
        <Alert
          type="warning"
          showIcon
          style={{ marginBottom: 8 }}
          message={t('show.problems')}
          description={
            <ul style={{ margin: 0, paddingInlineStart: 18 }}>
              {problems.map(([where, texts]) => (
                <li key={where}>
                  {nameOf(where)}: {texts.join('; ')}
                </li>
              ))}
            </ul>
          }
        />
      )}
      {changes.length > 0 && (
        <ChangeTable
          resource={resource}
          records={{ before: record, after: record }}
          changes={changes}
          before={t('show.now')}
          after={t('show.then')}
          head={(own, name) => (
            <Checkbox
              checked={chosen.includes(own)}
              onChange={(event) =>
                setWithout(event.target.checked ? without.filter((one) => one !== own) : [...without, own])
              }
            >
              {name}
            </Checkbox>
          )}
        />
      )}
      {problem !== null && <Failure title={t('show.restoreFailed')} error={problem} />}
    </Modal>
  );
}
