import { DeleteOutlined, DragOutlined, EditOutlined, PlusOutlined } from '@ant-design/icons';
import { useAbility } from '@casl/react';
import { Button, Card, Skeleton, Tag } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { UnitDto } from '#contract/organization-unit.ts';
import { type Ability, mayEver } from '#domain/identity/access.ts';
import { useHolds } from '#web/client/access.ts';
import { useAsyncAction } from '#web/client/async-action.ts';
import { useLabel } from '#web/client/locale.ts';
import { resourceNamed } from '#web/client/record-types.ts';
import { callService } from '#web/client/services.ts';
import { RelationSelect } from '#web/engine/relation-select.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Failure } from '#web/ui/failure.tsx';
import { useMembers } from './unit-queries.ts';
import { pathOf } from './unit-tree.ts';

interface Props {
  unit: UnitDto;
  units: readonly UnitDto[];
  /** The user may change units. */
  keeps: boolean;
  onMove: () => void;
  onMake: () => void;
  onGone: () => void;
  onChanged: () => void;
}

/** The chosen unit: where it stands, who belongs to it, and what can be done to it. */
export function UnitPanel({ unit, units, keeps, onMove, onMake, onGone, onChanged }: Props) {
  const { t } = useTranslation();
  const label = useLabel();
  const ability = useAbility<Ability>();
  const [deleting, setDeleting] = useState(false);
  const resource = resourceNamed('organizationUnit');
  const kind = resource?.schema.properties.kind?.['x-enum']?.[unit.kind];
  const record = `${resource?.path ?? ''}/${unit.id}`;
  return (
    <Card size="small" title={<h2 className="cw-title">{unit.displayName}</h2>}>
      <dl className="cw-fields">
        <div>
          <dt>{t('admin.unit.code')}</dt>
          <dd className="cw-figures">{unit.code}</dd>
        </div>
        <div>
          <dt>{t('admin.unit.kind')}</dt>
          <dd>{label(kind, unit.kind)}</dd>
        </div>
        <div>
          <dt>{t('admin.unit.under')}</dt>
          <dd>{pathOf(units, unit.parentId) || t('admin.unit.top')}</dd>
        </div>
        <div>
          <dt>{t('admin.unit.area')}</dt>
          <dd>{unit.hasArea ? <Link to={`${record}?tab=map`}>{t('admin.unit.onMap')}</Link> : '—'}</dd>
        </div>
      </dl>
      <div className="cw-bar" style={{ margin: '12px 0' }}>
        <Link to={record}>{t('admin.unit.open')}</Link>
        {keeps && (
          <>
            <Button icon={<DragOutlined />} onClick={onMove}>
              {t('admin.unit.moveTo')}
            </Button>
            <Button icon={<PlusOutlined />} onClick={onMake}>
              {t('admin.unit.makeBelow')}
            </Button>
            <Link to={`${record}/edit`}>
              <Button icon={<EditOutlined />} tabIndex={-1}>
                {t('list.edit')}
              </Button>
            </Link>
          </>
        )}
        {mayEver(ability, 'delete', 'organizationUnit') && (
          <Button danger icon={<DeleteOutlined />} onClick={() => setDeleting(true)}>
            {t('list.delete')}
          </Button>
        )}
      </div>
      <Members unit={unit} onChanged={onChanged} />
      {deleting && (
        <ConfirmDialog
          title={t('admin.unit.deleteTitle', { name: unit.displayName })}
          okText={t('list.delete')}
          danger
          failed={t('admin.unit.deleteFailed')}
          work={async () => {
            await callService('OrganizationUnit', 'DeleteOrganizationUnit', { id: unit.id });
            setDeleting(false);
            onGone();
          }}
          onCancel={() => setDeleting(false)}
        >
          <p>{t('admin.unit.deleteText')}</p>
        </ConfirmDialog>
      )}
    </Card>
  );
}

function Members({ unit, onChanged }: Pick<Props, 'unit' | 'onChanged'>) {
  const { t } = useTranslation();
  const sees = useHolds(['Pages.Users']);
  const { data, error, refetch } = useMembers(unit.id, sees);
  const { busy, failure, run } = useAsyncAction();
  const [adding, setAdding] = useState<number[]>([]);
  if (!sees) return null;
  const add = () =>
    run(async () => {
      await callService('OrganizationUnit', 'AddUsersToOrganizationUnit', {
        userIds: adding,
        organizationUnitId: unit.id,
      });
      setAdding([]);
      await refetch();
      onChanged();
    });
  const remove = (userId: number) =>
    run(async () => {
      await callService('OrganizationUnit', 'RemoveUserFromOrganizationUnit', {
        userId,
        organizationUnitId: unit.id,
      });
      await refetch();
      onChanged();
    });
  return (
    <section aria-label={t('admin.unit.membersTitle')}>
      <h3 style={{ margin: '0 0 8px', fontSize: 14 }}>
        {t('admin.unit.membersTitle')}
        {data && <span className="cw-soft cw-figures"> {data.totalCount}</span>}
      </h3>
      {failure !== null && <Failure title={t('admin.failed')} error={failure} />}
      {error && <Failure title={t('admin.unit.membersFailed')} error={error} />}
      {!data && !error && <Skeleton active paragraph={{ rows: 2 }} title={false} />}
      <ul className="cw-unit-members">
        {data?.items.map(({ id, fullName, userName, isActive }) => (
          <li key={id}>
            <Link to={`/permission/user/${id}`}>{fullName}</Link>
            <span className="cw-soft">{userName}</span>
            {!isActive && <Tag>{t('admin.unit.inactive')}</Tag>}
            <span className="cw-grow" />
            <Button
              type="text"
              size="small"
              icon={<DeleteOutlined />}
              disabled={busy}
              aria-label={t('admin.unit.removeMember', { name: fullName })}
              onClick={() => void remove(id)}
            />
          </li>
        ))}
      </ul>
      {data?.items.length === 0 && <p className="cw-soft">{t('admin.unit.noMembers')}</p>}
      <div className="cw-bar" style={{ marginTop: 8, flexWrap: 'nowrap' }}>
        <div className="cw-grow" style={{ minWidth: 0 }}>
          <RelationSelect
            resource="user"
            multiple
            label={t('admin.unit.addMembers')}
            placeholder={t('admin.unit.addMembers')}
            value={adding}
            onChange={(next) => setAdding(Array.isArray(next) ? next : next === undefined ? [] : [next])}
          />
        </div>
        <Button disabled={adding.length === 0} loading={busy} onClick={() => void add()}>
          {t('admin.unit.add')}
        </Button>
      </div>
    </section>
  );
}
