import { ApartmentOutlined, PlusOutlined, TableOutlined } from '@ant-design/icons';
import { useAbility } from '@casl/react';
import { App, Button, Card, Empty, Input, Skeleton, Tree, type TreeDataNode } from 'antd';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import type { UnitDto } from '#contract/organization-unit.ts';
import { type Ability, mayEver } from '#domain/identity/access.ts';
import { useResource } from '#web/client/record-types.ts';
import { RecordFormDrawer } from '#web/engine/form/record-form-drawer.tsx';
import { Failure } from '#web/ui/failure.tsx';
import { MoveDialog } from './move-dialog.tsx';
import { UnitPanel } from './unit-panel.tsx';
import { moveUnit, useUnits } from './unit-queries.ts';
import { type Drag, DropPlace, UnitText } from './unit-title.tsx';
import { branchOf, found, pathOf, type UnitNode, unitTree } from './unit-tree.ts';
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
  const [moving, setMoving] = useState<UnitDto | null>(null);
  const [making, setMaking] = useState<{ parent: number | null } | null>(null);
  const [drag, setDrag] = useState<Drag | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const keeps = mayEver(ability, 'update', 'organizationUnit');
  const selected = units.find(({ id }) => String(id) === search.get('unit'));
  const shown = useMemo(() => found(units, sought), [units, sought]);
  const tree = useMemo(() => unitTree(shown).map(treeNode), [shown]);

  const select = (id: number | null) => setSearch(id === null ? {} : { unit: String(id) }, { replace: true });

  async function move(unit: UnitDto, newParentId: number | null): Promise<void> {
    if (unit.parentId === newParentId) return;
    setFailure(null);
    const before = unit.parentId;
    try {
      const now = await moveUnit(unit.id, newParentId, unit.version);
      await refresh();
      const key = `moved:${unit.id}`;
      notification.success({
        key,
        message: t('admin.unit.moved', { name: unit.displayName }),
        description: t('admin.unit.movedTo', {
          path: pathOf(units, newParentId) || t('admin.unit.top'),
          code: now.code,
        }),
        btn: (
          <Button
            size="small"
            onClick={() => {
              notification.destroy(key);
              void move(now, before).catch(() => undefined);
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

  const moved = drag ? units.find(({ id }) => id === drag.id) : undefined;
  const barred = useMemo(() => (drag ? branchOf(units, drag.id) : new Set<number>()), [units, drag]);
  const placeOf = (place: number | 'top') => ({
    drag,
    place,
    takes:
      moved !== undefined &&
      (place === 'top' ? moved.parentId !== null : !barred.has(place) && moved.parentId !== place),
    onDrag: setDrag,
    onDrop: () => {
      if (moved) void move(moved, place === 'top' ? null : place).catch(() => undefined);
    },
  });

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
            {keeps && (
              // Its place is kept: a tree that moved under the pointer could not be dropped on.
              <div className="cw-unit-top" data-shown={moved !== undefined && moved.parentId !== null}>
                <DropPlace {...placeOf('top')}>{t('admin.unit.toTop')}</DropPlace>
              </div>
            )}
            <Tree
              aria-label={t('admin.unit.title')}
              blockNode
              showIcon={false}
              treeData={tree}
              titleRender={({ key }) => {
                const unit = units.find(({ id }) => id === key);
                return (
                  unit && (
                    <DropPlace {...placeOf(unit.id)} dragged={keeps ? unit.id : undefined}>
                      <UnitText unit={unit} />
                    </DropPlace>
                  )
                );
              }}
              expandedKeys={shown.map(({ id }) => id).filter((id) => sought !== '' || !closed.has(id))}
              onExpand={(_, { node, expanded }) => {
                const next = new Set(closed);
                if (expanded) next.delete(Number(node.key));
                else next.add(Number(node.key));
                setClosed(next);
              }}
              selectedKeys={selected ? [selected.id] : []}
              onSelect={(keys) => select(keys.length > 0 ? Number(keys[0]) : null)}
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

function treeNode({ unit, children }: UnitNode): TreeDataNode {
  return { key: unit.id, title: unit.displayName, children: children.map(treeNode) };
}
