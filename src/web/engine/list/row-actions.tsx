import { DeleteOutlined, EditOutlined, MoreOutlined, UndoOutlined } from '@ant-design/icons';
import { useAbility } from '@casl/react';
import { useInvalidate } from '@refinedev/core';
import { Button, Dropdown, type MenuProps, Space, Tooltip } from 'antd';
import { type ComponentType, lazy, Suspense, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { type Ability, may } from '#domain/identity/access.ts';
import type { Resource } from '#domain/record/resource.ts';
import { holdsPermission } from '#web/client/access.ts';
import { type RecordValues, titleOf } from '#web/engine/labels.ts';
import { type ActionProps, actionsOf, type RecordAction } from '#web/engine/record-actions.ts';
import type { Trash } from '#web/engine/use-trash.ts';

interface Shown {
  resource: Resource;
  record: RecordValues & { id: number };
}

interface Props extends Shown {
  trash: Trash;
}

/** Two icons at most, and a menu with the rest; what the user may not do to this very record is not there. */
export function RowActions({ resource, record, trash: { trash, restore, purge } }: Props) {
  const { t } = useTranslation();
  const ability = useAbility<Ability>();
  const navigate = useNavigate();
  const [dialog, setDialog] = useState<RecordAction | null>(null);
  const name = titleOf(resource, record);
  const inTrash = record.deletedAt !== null && record.deletedAt !== undefined;
  const mayDelete = !resource.readOnly && may(ability, 'delete', resource.name, record);
  const mayEdit = !resource.readOnly && !inTrash && may(ability, 'update', resource.name, record);
  const own = inTrash
    ? []
    : actionsOf(resource.name).filter(
        ({ permission, when }) => holdsPermission(permission) && (when?.(record) ?? true),
      );
  const path = `${resource.path}/${record.id}`;

  const items = (): NonNullable<MenuProps['items']> => [
    { key: 'show', label: t('list.open'), onClick: () => void navigate(path) },
    {
      key: 'tab',
      label: t('list.openInTab'),
      onClick: () => void window.open(path, '_blank', 'noopener'),
    },
    ...own.map((action) => ({
      key: action.name,
      icon: <action.Icon />,
      label: t(action.titleKey),
      onClick: () => setDialog(action),
    })),
    ...(mayDelete
      ? [
          { type: 'divider' as const },
          inTrash
            ? { key: 'purge', danger: true, label: t('list.purge'), onClick: () => purge(record) }
            : {
                key: 'delete',
                danger: true,
                icon: <DeleteOutlined />,
                label: t('list.delete'),
                onClick: () => trash(record),
              },
        ]
      : []),
  ];
  return (
    <Space size={0}>
      {mayEdit && (
        <Tooltip title={t('list.edit')}>
          <Link to={`${path}/edit`} aria-label={t('list.editNamed', { name })}>
            <Button size="small" type="text" icon={<EditOutlined />} tabIndex={-1} aria-hidden="true" />
          </Link>
        </Tooltip>
      )}
      {inTrash && mayDelete && (
        <Tooltip title={t('list.restore')}>
          <Button
            size="small"
            type="text"
            icon={<UndoOutlined />}
            aria-label={t('list.restoreNamed', { name })}
            onClick={() => void restore(record)}
          />
        </Tooltip>
      )}
      <RowMenu items={items} label={t('list.moreNamed', { name })} />
      {dialog && (
        <ActionDialog
          key={dialog.name}
          resource={resource}
          record={record}
          action={dialog}
          onClose={() => setDialog(null)}
        />
      )}
    </Space>
  );
}

/** Its menu is made when it is first opened: a list has many rows. */
function RowMenu({ items, label }: { items: () => NonNullable<MenuProps['items']>; label: string }) {
  const [open, setOpen] = useState<boolean>();
  const button = {
    size: 'small',
    type: 'text',
    icon: <MoreOutlined />,
    'aria-label': label,
    'aria-haspopup': 'menu',
  } as const;
  if (open === undefined) return <Button {...button} onClick={() => setOpen(true)} />;
  return (
    <Dropdown
      menu={{ items: items() }}
      trigger={['click']}
      placement="bottomRight"
      open={open}
      onOpenChange={setOpen}
    >
      <Button {...button} ref={takeFocus} />
    </Dropdown>
  );
}

/** The button in the menu takes the place, and the focus, of the one that was pressed. */
const takeFocus = (button: HTMLElement | null) => button?.focus();

function ActionDialog(props: Shown & { action: RecordAction; onClose: () => void }) {
  const { resource, record, action, onClose } = props;
  const invalidate = useInvalidate();
  const Dialog = useMemo<ComponentType<ActionProps>>(() => lazy(action.load), [action]);
  return (
    <Suspense fallback={null}>
      <Dialog
        record={record}
        name={titleOf(resource, record)}
        onClose={(changed) => {
          onClose();
          if (!changed) return;
          void invalidate({
            resource: resource.name,
            invalidates: ['list', 'many', 'detail'],
            id: record.id,
          });
        }}
      />
    </Suspense>
  );
}
