import { useDelete, useInvalidate, useNotification } from '@refinedev/core';
import { App, Button } from 'antd';
import { createElement } from 'react';
import { useTranslation } from 'react-i18next';
import type { Resource } from '../../domain/resource.ts';
import { useLabel } from '../locale.ts';
import { restoreRecord } from '../providers/data.ts';
import { type RecordValues, titleOf } from './labels.ts';
import { ownChanges } from './use-held-rows.ts';

type Stored = RecordValues & { id: number };

/** Moves a record to the trash after asking by its name, offers to undo, and restores. */
export function useTrash(resource: Resource) {
  const { t } = useTranslation();
  const label = useLabel();
  const { modal, notification } = App.useApp();
  const { open } = useNotification();
  const invalidate = useInvalidate();
  const { mutateAsync } = useDelete();
  const kind = label(resource.schema['x-label'], resource.name);

  const fail = (title: string, error: unknown) => {
    modal.error({
      title,
      content: error instanceof Error ? t(error.message) : t('shell.error.unknown'),
      okText: t('shell.ok'),
    });
  };

  /** What one did oneself moves the rows at once, though the pointer is still over them. */
  const seen = async (id: number) => {
    await invalidate({ resource: resource.name, invalidates: ['list', 'many', 'detail'], id });
    ownChanges.set(ownChanges.get() + 1);
  };

  const restore = async (record: Stored) => {
    const name = titleOf(resource, record);
    try {
      await restoreRecord(resource.name, record.id);
      await seen(record.id);
      open?.({
        type: 'success',
        key: `restored:${record.id}`,
        message: t('list.restored', { name }),
        description: kind,
      });
    } catch (error) {
      fail(t('list.restoreFailed', { name }), error);
    }
  };

  const trash = (record: Stored, done?: () => void) => {
    const name = titleOf(resource, record);
    modal.confirm({
      title: t('list.deleteTitle', { kind, name }),
      content: t('list.deleteText'),
      okText: t('list.delete'),
      cancelText: t('shell.cancel'),
      okButtonProps: { danger: true },
      onOk: async () => {
        try {
          await mutateAsync({
            resource: resource.name,
            id: record.id,
            successNotification: false,
            errorNotification: false,
          });
        } catch (error) {
          fail(t('list.deleteFailed', { name }), error);
          return;
        }
        void seen(record.id);
        const key = `trash:${resource.name}:${record.id}`;
        notification.success({
          key,
          message: t('list.deleted', { name }),
          duration: 8,
          actions: createElement(
            Button,
            {
              size: 'small',
              onClick: () => {
                notification.destroy(key);
                void restore(record);
              },
            },
            t('list.undo'),
          ),
        });
        done?.();
      },
    });
  };

  return { trash, restore };
}
