import { CheckOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Alert, Skeleton, Switch, Tag, Tree, type TreeDataNode } from 'antd';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { OutputOf } from '#contract/services.ts';
import { callService } from '#web/client/services.ts';
import { Failure } from '#web/ui/failure.tsx';
import type { ShowTabProps } from './show-tab.ts';

type Answer = OutputOf<'User', 'GetUserPermissionsForEdit'>;

/** What a user may do in the end, and by which of their roles. */
export function PermissionsTab({ record }: ShowTabProps) {
  const { t } = useTranslation();
  const [all, setAll] = useState(false);
  const { data, error, refetch } = useQuery({
    queryKey: ['user-permissions', record.id, record.version],
    queryFn: () => callService('User', 'GetUserPermissionsForEdit', { id: record.id }),
  });
  const tree = useMemo(() => (data ? treeOf(data, all) : []), [data, all]);
  if (error)
    return <Failure title={t('admin.permissions.failed')} error={error} retry={() => void refetch()} />;
  if (!data) return <Skeleton active />;
  return (
    <section aria-label={t('admin.permissions.tab')}>
      <p className="cw-bar">
        <span>{t('admin.permissions.held', { count: data.grantedPermissionNames.length })}</span>
        <Switch size="small" checked={all} onChange={setAll} aria-label={t('admin.permissions.all')} />
        <span aria-hidden="true">{t('admin.permissions.all')}</span>
        <span className="cw-grow" />
        <Link to="/permission/matrix">{t('admin.permissions.matrix')}</Link>
      </p>
      {tree.length === 0 ? (
        <Alert type="warning" showIcon message={t('admin.permissions.none')} />
      ) : (
        <Tree
          key={String(all)}
          aria-label={t('admin.permissions.tab')}
          defaultExpandAll
          selectable={false}
          treeData={tree}
        />
      )}
    </section>
  );
}

function treeOf({ permissions, grantedBy }: Answer, all: boolean): TreeDataNode[] {
  const below = (parent: string | null) => permissions.filter(({ parentName }) => parentName === parent);
  // A branch stays for the sake of what is held under it.
  const isShown = (name: string): boolean =>
    all || grantedBy[name] !== undefined || below(name).some((leaf) => isShown(leaf.name));
  const nodeOf = ({ name, displayName }: Answer['permissions'][number]): TreeDataNode => ({
    key: name,
    title: <Held name={name} displayName={displayName} givers={grantedBy[name]} />,
    children: nodesBelow(name),
  });
  function nodesBelow(parent: string | null): TreeDataNode[] {
    return below(parent)
      .filter(({ name }) => isShown(name))
      .map(nodeOf);
  }
  return nodesBelow(null);
}

interface HeldProps {
  name: string;
  displayName: string;
  /** The roles that give it; undefined: none does. */
  givers: string[] | undefined;
}

function Held({ name, displayName, givers }: HeldProps) {
  return (
    <span className={givers ? undefined : 'cw-soft'}>
      {givers && <CheckOutlined aria-hidden="true" style={{ color: 'var(--cw-accent)' }} />} {displayName}{' '}
      <code style={{ fontSize: 12 }}>{name}</code>{' '}
      {givers?.map((role) => (
        <Tag key={role}>{role}</Tag>
      ))}
    </span>
  );
}
