import { Modal } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { areaIn } from '#domain/plans/sheet/read-plan.ts';
import { GeometryInput } from '#web/map/draw.tsx';

const kinds = ['Polygon', 'LineString', 'Point', 'MultiPolygon'] as const;

/** Draws the area or route of a sortie; the cell keeps it as GeoJSON. */
export function AreaDialog({
  text,
  name,
  onSave,
  onClose,
}: {
  text: string;
  name: string;
  onSave: (text: string) => void;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const [value, setValue] = useState<unknown>(() => areaIn(text));
  return (
    <Modal
      open
      width="min(1100px, 96vw)"
      title={t('plan.sheet.drawOf', { name })}
      okText={t('plan.sheet.take')}
      cancelText={t('shell.cancel')}
      onOk={() => onSave(value ? JSON.stringify(value) : '')}
      onCancel={onClose}
      destroyOnHidden
    >
      <GeometryInput value={value} kinds={kinds} onChange={setValue} height={420} />
    </Modal>
  );
}
