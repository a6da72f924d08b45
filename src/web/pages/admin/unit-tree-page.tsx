import { ApartmentOutlined, PlusOutlined, TableOutlined } from '@ant-design/icons';
import { useAbility } from '@casl/react';
import { App, Button, Card, Empty, Input, Skeleton, Tree, type TreeDataNode, type TreeProps } from 'antd';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { type Ability, mayEver } from '../../../domain/access.ts';
import { useResource } from '../../catalogue.ts';
import { Failure } from '../../components/failure.tsx';
import { RecordFormDrawer } from '../../resources/form/record-form-drawer.tsx';
import { MoveDialog } from './move-dialog.tsx';
import { UnitPanel } from './unit-panel.tsx';
import { moveUnit, useUnits } from './unit-queries.ts';
import { found, pathOf, type Unit, type UnitNode, unitTree } from './unit-tree.ts';
import './admin.css';

/** Organization units as the tree that they are: dragged to another place, or moved there by a dialog. */
export function UnitTreePage() {
  const { t } = useTranslation();
  const { notification } = App.useApp();
  const ability = useAbility<Ability>();
  const resource = useResource('organizationUnit');
  const [search, setSearch] = useSearchParams();
  const { units, query, refresh } = useUnits();
  const [sought, setSought] = useState('');
  const [closed, setClosed] = useState<ReadonlySet<number>>(new Set());
  const [moving, setMoving] = useState<Unit | null>(null);
  const [making, setMaking] = useState<{ parent: number | null } | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const keeps = mayEver(ability, 'update', 'organizationUnit');
  const selected = units.find(({ id }) => String(id) === search.get('unit'));
  const shown = useMemo(() => found(units, sought), [units, sought]);
  const tree = useMemo(() => unitTree(shown).map((node) => treeNode(node, t)), [shown, t]);

  const select = (id: number | null) => setSearch(id === null ? {} : { unit: String(id) }, { replace: true });

  async function move(unit: Unit, newParentId: number | null): Promise<void> {
    if (unit.parentId === newParentId) return;
    setFailure(null);
    const before = unit.parentId;
    try {
      const moved = await moveUnit(unit.id, newParentId, unit.version);
      await refresh();
      const key = `moved:${unit.id}`;
      notification.success({
        key,
        message: t('admin.unit.moved', { name: unit.displayName }),
        description: t('admin.unit.movedTo', {
          path: pathOf(units, newParentId) || t('admin.unit.top'),
          code: moved.code,
        }),
        btn: (
          <Button
            size="small"
            onClick={() => {
              notification.destroy(key);
              void move(moved, before);
            }}
          >
            {t('admin.unit.undo')}
          </Button>
        ),
      });
    } catch (error) {
      setFailure(error);
      await refresh();
      throw error;
    }
  }

  const onDrop: TreeProps['onDrop'] = ({ dragNode, node, dropToGap }) => {
    const unit = units.find(({ id }) => id === dragNode.key);
    const target = units.find(({ id }) => id === node.key);
    if (!unit || !target) return;
    // Between two others it stands beside them; on another, below it.
    void move(unit, dropToGap ? target.parentId : target.id).catch(() => undefined);
  };

  return (
    <div className="cw-page" style={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 12 }}>
      <header className="cw-bar">
        <h1 className="cw-title">{t('admin.unit.title')}</h1>
        <span className="cw-soft cw-figures">{t('admin.unit.count', { count: units.length })}</span>
        <span className="cw-grow" />
        <Link to="/permission/organizationUnits/table">
          <Button icon={<TableOutlined />} tabIndex={-1}>
            {t('admin.table')}
          </Button>
        </Link>
        {keeps && (
          <Button type="primary" icon={<PlusOutlined />} onClick={() => setMaking({ parent: null })}>
            {t('admin.unit.makeTop')}
          </Button>
        )}
      </header>
      {query.isError && (
        <Failure title={t('admin.unit.readFailed')} error={query.error} retry={() => void query.refetch()} />
      )}
      {failure !== null && <Failure title={t('admin.unit.moveFailed')} error={failure} />}
      {query.isLoading && <Skeleton active paragraph={{ rows: 8 }} />}
      {query.isSuccess && (
        <div className="cw-units">
          <Card size="small">
            <Input.Search
              allowClear
              aria-label={t('admin.unit.search')}
              placeholder={t('admin.unit.search')}
              value={sought}
              onChange={(event) => setSought(event.target.value)}
              style={{ marginBottom: 8 }}
            />
            {units.length === 0 && <Empty description={t('admin.unit.empty')} />}
            {units.length > 0 && tree.length === 0 && <Empty description={t('admin.unit.nothing')} />}
            <Tree
              aria-label={t('admin.unit.title')}
              blockNode
              showIcon={false}
              draggable={keeps && sought === '' ? { icon: false } : false}
              treeData={tree}
              expandedKeys={shown.map(({ id }) => id).filter((id) => sought !== '' || !closed.has(id))}
              onExpand={(_, { node, expanded }) => {
                const next = new Set(closed);
                if (expanded) next.delete(Number(node.key));
                else next.add(Number(node.key));
                setClosed(next);
              }}
              selectedKeys={selected ? [selected.id] : []}
              onSelect={(keys) => select(keys.length > 0 ? Number(keys[0]) : null)}
              onDrop={onDrop}
            />
            {keeps && units.length > 0 && <p className="cw-soft">{t('admin.unit.hint')}</p>}
          </Card>
          {selected ? (
            <UnitPanel
              key={selected.id}
              unit={selected}
              units={units}
              keeps={keeps}
              onMove={() => setMoving(selected)}
              onMake={() => setMaking({ parent: selected.id })}
              onGone={() => {
                select(null);
                void refresh();
              }}
              onChanged={() => void refresh()}
            />
          ) : (
            <Card size="small">
              <Empty
                image={<ApartmentOutlined style={{ fontSize: 40, color: 'var(--cw-soft)' }} />}
                description={t('admin.unit.choose')}
              />
            </Card>
          )}
        </div>
      )}
      {moving && (
        <MoveDialog
          unit={moving}
          units={units}
          move={(parent) => move(moving, parent)}
          onClose={() => setMoving(null)}
        />
      )}
      {making && resource && (
        <RecordFormDrawer
          resource={resource}
          begin={making.parent === null ? {} : { parent: making.parent }}
          onClose={() => setMaking(null)}
          onSaved={(record) => {
            setMaking(null);
            void refresh().then(() => select(record.id));
          }}
        />
      )}
    </div>
  );
}

type Say = (key: string, values?: Record<string, unknown>) => string;

function treeNode({ unit, children }: UnitNode, t: Say): TreeDataNode {
  return {
    key: unit.id,
    title: (
      <>
        {unit.displayName} <span className="cw-soft cw-figures">{unit.code}</span>
        {unit.memberCount > 0 && (
          <span className="cw-soft"> · {t('admin.unit.members', { count: unit.memberCount })}</span>
        )}
      </>
    ),
    children: children.map((child) => treeNode(child, t)),
  };
}
