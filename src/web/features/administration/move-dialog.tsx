import { Modal, TreeSelect } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { UnitDto } from '#contract/organization-unit.ts';
import { useAsyncAction } from '#web/client/async-action.ts';
import { Failure } from '#web/ui/failure.tsx';
import { branchOf, pathOf, type UnitNode, unitTree } from './unit-tree.ts';

interface Props {
  unit: UnitDto;
  units: readonly UnitDto[];
  move: (newParentId: number | null) => Promise<void>;
  onClose: () => void;
}

/** Its value in the list of places; ids of units begin at 1. */
const top = 0;

/** What dragging does, by keyboard and on a phone: the place is chosen from the tree. */
export function MoveDialog({ unit, units, move, onClose }: Props) {
  const { t } = useTranslation();
  const { busy, failure, run } = useAsyncAction();
  const [place, setPlace] = useState<number>(unit.parentId ?? top);
  const id = useId();
  const barred = branchOf(units, unit.id);
  const nodeOf = ({ unit: one, children }: UnitNode): Node => ({
    value: one.id,
    title: `${one.displayName} ${one.code}`,
    disabled: barred.has(one.id),
    children: children.map(nodeOf),
  });
  return (
    <Modal
      open
      title={t('admin.unit.moveTitle', { name: unit.displayName })}
      okText={t('admin.unit.move')}
      okButtonProps={{ disabled: place === (unit.parentId ?? top) }}
      cancelText={t('shell.cancel')}
      confirmLoading={busy}
      onOk={() =>
        void run(async () => {
          await move(place === top ? null : place);
          onClose();
        })
      }
      onCancel={onClose}
    >
      {failure !== null && <Failure title={t('admin.unit.moveFailed')} error={failure} />}
      <p>
        {t('admin.unit.now')} {pathOf(units, unit.parentId) || t('admin.unit.top')}
      </p>
      <label htmlFor={id}>{t('admin.unit.place')}</label>
      <TreeSelect
        id={id}
        style={{ width: '100%' }}
        showSearch
        treeDefaultExpandAll
        treeNodeFilterProp="title"
        value={place}
        treeData={[{ value: top, title: t('admin.unit.top'), children: [] }, ...unitTree(units).map(nodeOf)]}
        onChange={(next: number) => setPlace(next)}
      />
      <p className="cw-soft">{t('admin.unit.moveHelp')}</p>
    </Modal>
  );
}

interface Node {
  value: number;
  title: string;
  disabled?: boolean;
  children: Node[];
}
