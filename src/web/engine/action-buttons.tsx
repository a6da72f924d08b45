import {
  DeleteOutlined,
  EditOutlined,
  LinkOutlined,
  MoreOutlined,
  PrinterOutlined,
  UndoOutlined,
} from '@ant-design/icons';
import { useAbility } from '@casl/react';
import { useInvalidate } from '@refinedev/core';
import { App, Button, Dropdown } from 'antd';
import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate } from 'react-router';
import { auditState, auditStateOf } from '#domain/approvals/audit.ts';
import { type Ability, may, mayEver } from '#domain/identity/access.ts';
import type { Resource } from '#domain/record/resource.ts';
import { holdsPermission } from '#web/client/access.ts';
import { opensScreen } from '#web/client/screens.ts';
import { currentUser } from '#web/client/session.ts';
import { useStore } from '#web/client/store.ts';
import { copyText } from '#web/ui/copy-text.ts';
import { BarredButton } from '#web/ui/permission-reasons.tsx';
import { forgetTags } from '#web/ui/tag-store.ts';
import { titleOf } from './labels.ts';
import { type ActionProps, actionsOf, type RecordAction } from './record-actions.ts';
import { useTrash } from './use-trash.ts';

interface Props {
  resource: Resource;
  record: ActionProps['record'];
}

/** So many actions stand in sight; the others are in the menu behind them. */
const inSight = 2;

interface Shown {
  key: string;
  text: string;
  icon: ReactNode;
  danger?: boolean;
  run: () => void;
  /** It is there, but not for this record or not now: the button says why. */
  barred?: ReactNode;
  /** A true link, so that it can be opened in a new tab. */
  to?: string;
}

/**
 * What the user may do to the record. What they may never do is not there; what they cannot do to this one,
 * or not now, says why.
 */
export function ActionButtons({ resource, record }: Props) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const ability = useAbility<Ability>();
  const { message } = App.useApp();
  useStore(currentUser);
  const { trash, restore, purge } = useTrash(resource);
  const [open, setOpen] = useState<RecordAction>();
  const { name } = resource;
  const inTrash = record.deletedAt !== null && record.deletedAt !== undefined;
  const locked =
    resource.approval !== undefined && auditStateOf(resource.approval, record) === auditState.waiting;
  const leave = async () => {
    await navigate(opensScreen(resource, 'list') ? resource.path : '/home');
    forgetTags(pathname, `${pathname}/edit`);
  };
  const ever = (action: 'update' | 'delete') => !resource.readOnly && mayEver(ability, action, name);
  const why = (action: 'update' | 'delete', text: string, now = true) =>
    now && may(ability, action, name, record)
      ? {}
      : { barred: barredButton({ resource: name, action, id: record.id }, text) };

  const own: Shown[] = inTrash
    ? []
    : actionsOf(name)
        .filter((action) => holdsPermission(action.permission) && (action.when?.(record) ?? true))
        .map((action) => ({
          key: action.name,
          text: t(action.titleKey),
          icon: <action.Icon />,
          run: () => setOpen(action),
        }));
  const shown: Shown[] = [
    ...(ever('update') && !inTrash
      ? [
          {
            key: 'edit',
            text: t('list.edit'),
            icon: <EditOutlined />,
            to: `${resource.path}/${record.id}/edit`,
            run: () => {},
            ...why('update', t('list.edit'), !locked),
          },
        ]
      : []),
    ...own,
    ...(ever('delete') && !inTrash
      ? [
          {
            key: 'delete',
            text: t('list.delete'),
            icon: <DeleteOutlined />,
            danger: true,
            run: () => trash(record, () => void leave()),
            ...why('delete', t('list.delete'), !locked),
          },
        ]
      : []),
    ...(ever('delete') && inTrash
      ? [
          {
            key: 'restore',
            text: t('list.restore'),
            icon: <UndoOutlined />,
            run: () => void restore(record),
            ...why('delete', t('list.restore')),
          },
          {
            key: 'purge',
            text: t('show.purge'),
            icon: <DeleteOutlined />,
            danger: true,
            run: () => purge(record, () => void leave()),
            ...why('delete', t('show.purge')),
          },
        ]
      : []),
  ];
  const always: Shown[] = [
    {
      key: 'copy',
      text: t('show.copyLink'),
      icon: <LinkOutlined />,
      run: () => {
        const link = `${window.location.origin}${resource.path}/${record.id}`;
        void copyText(link).then((copied) =>
          copied ? message.success(t('show.linkCopied')) : message.info(link, 8),
        );
      },
    },
    {
      key: 'print',
      text: t('show.print'),
      icon: <PrinterOutlined />,
      run: () => void navigate(`${resource.path}/${record.id}?print=1`),
    },
  ];
  const sight = shown.slice(0, inSight);
  const hidden = [...shown.slice(inSight), ...always];
  const Dialog = useMemo(() => (open ? lazy(open.load) : undefined), [open]);
  const invalidate = useInvalidate();
  const close = (changed: boolean) => {
    setOpen(undefined);
    if (changed) void invalidate({ resource: name, invalidates: ['list', 'many', 'detail'], id: record.id });
  };
  return (
    <span className="cw-bar cw-no-print">
      {sight.map((action, index) => (
        <ActionButton key={action.key} action={action} primary={index === 0 && !action.danger} />
      ))}
      <Dropdown
        trigger={['click']}
        menu={{
          items: hidden.map(({ key, text, icon, danger = false, run, barred }) => ({
            key,
            label: text,
            icon,
            danger,
            disabled: barred !== undefined,
            onClick: run,
          })),
        }}
      >
        <Button icon={<MoreOutlined />} aria-label={t('show.more')} />
      </Dropdown>
      {Dialog && (
        <Suspense fallback={null}>
          <Dialog record={record} name={titleOf(resource, record)} onClose={close} />
        </Suspense>
      )}
    </span>
  );
}

function barredButton(question: { resource: string; action: 'update' | 'delete'; id: number }, text: string) {
  return <BarredButton question={question}>{text}</BarredButton>;
}

function ActionButton({ action, primary }: { action: Shown; primary: boolean }) {
  const { text, icon, danger = false, run, barred, to } = action;
  if (barred) return barred;
  if (to) {
    return (
      <Link to={to}>
        <Button type={primary ? 'primary' : 'default'} icon={icon} tabIndex={-1}>
          {text}
        </Button>
      </Link>
    );
  }
  return (
    <Button danger={danger} icon={icon} onClick={run}>
      {text}
    </Button>
  );
}
