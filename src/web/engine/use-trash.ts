import { useDelete, useInvalidate, useNotification } from '@refinedev/core';
import { App, Button } from 'antd';
import { createElement, Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import type { Resource } from '#domain/record/resource.ts';
import { purgeRecord, restoreRecord } from '#web/client/data.ts';
import { useLabel } from '#web/client/locale.ts';
import { Failure } from '#web/ui/failure.tsx';
import { type RecordValues, titleOf } from './labels.ts';
import { Dependents } from './list/dependents.tsx';
import { ownChanges } from './list/use-held-rows.ts';
import { ConfirmName } from './show/confirm-name.tsx';

type Stored = RecordValues & { id: number };

export interface Trash {
  /** Asks by its name, then offers to undo; `done`: it has gone. */
  trash(record: Stored, done?: () => void): void;
  restore(record: Stored): Promise<void>;
  /** For good; its name is typed first. */
  purge(record: Stored, done?: () => void): void;
}

/** The trash of a record type: asked for once a screen, for a list has many rows. */
export function useTrash(resource: Resource): Trash {
  const { t } = useTranslation();
  const label = useLabel();
  const { modal, notification } = App.useApp();
  const { open } = useNotification();
  const invalidate = useInvalidate();
  const { mutateAsync } = useDelete();
  const kind = label(resource.schema['x-label'], resource.name);

  /** Why not, with what still needs it; stays until it is answered. */
  const fail = (title: string, error: unknown) => {
    modal.error({ title, content: createElement(Failure, { error }), okText: t('shell.ok') });
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
      content: createElement(
        Fragment,
        null,
        t('list.deleteText'),
        createElement(Dependents, { resource: resource.name, id: record.id }),
      ),
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

  /** Deletes for good what is in the trash: its name is typed first, for there is no way back. */
  const purge = (record: Stored, done?: () => void) => {
    const name = titleOf(resource, record);
    const asking = modal.confirm({
      title: t('show.purgeTitle', { kind, name }),
      content: createElement(ConfirmName, {
        name,
        onChange: (right) => asking.update({ okButtonProps: { danger: true, disabled: !right } }),
      }),
      okText: t('show.purge'),
      cancelText: t('shell.cancel'),
      okButtonProps: { danger: true, disabled: true },
      onOk: async () => {
        try {
          await purgeRecord(resource.name, record.id);
        } catch (error) {
          fail(t('show.purgeFailed', { name }), error);
          return;
        }
        await invalidate({ resource: resource.name, invalidates: ['list', 'many'] });
        ownChanges.set(ownChanges.get() + 1);
        notification.success({ message: t('show.purged', { name }) });
        done?.();
      },
    });
  };

  return { trash, restore, purge };
}
