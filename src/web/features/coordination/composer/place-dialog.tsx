import { Input, Modal } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Geometry, isGeometry } from '#domain/geo/geojson.ts';
import { pointText } from '#web/features/coordination/room/message-place.tsx';
import type { MessageDraft } from '#web/features/coordination/unsent-messages.ts';
import { GeometryInput } from '#web/map/draw.tsx';

type Place = NonNullable<MessageDraft['place']>;

const kinds = ['Point', 'Polygon', 'LineString'] as const;

/** A place or a shape drawn on the map, with a name, to be sent in a room. */
export function PlaceDialog({ onPlace, onClose }: { onPlace: (place: Place) => void; onClose: () => void }) {
  const { t } = useTranslation();
  const [geometry, setGeometry] = useState<Geometry | null>(null);
  const [label, setLabel] = useState('');
  const name = label.trim() || (geometry && pointText(geometry));
  return (
    <Modal
      open
      width="min(960px, 96vw)"
      style={{ top: 24 }}
      title={t('chat.addPlace')}
      okText={t('chat.attach')}
      cancelText={t('shell.cancel')}
      okButtonProps={{ disabled: geometry === null }}
      onOk={() => geometry && onPlace({ geometry, ...(name ? { label: name } : {}) })}
      onCancel={onClose}
    >
      <GeometryInput
        value={geometry}
        kinds={kinds}
        height="44vh"
        onChange={(next) => setGeometry(isGeometry(next, kinds) ? next : null)}
      />
      <Input
        style={{ marginTop: 8 }}
        maxLength={100}
        aria-label={t('chat.placeName')}
        placeholder={t('chat.placeName')}
        value={label}
        onChange={({ target }) => setLabel(target.value)}
      />
    </Modal>
  );
}
