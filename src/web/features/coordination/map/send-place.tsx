import { EnvironmentOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Geometry, isGeometry } from '#domain/geo/geojson.ts';
import { type Sendable, SendDialog, SendToRoom } from '#web/features/coordination/send-to-room.tsx';
import type { MessageDraft } from '#web/features/coordination/unsent-messages.ts';
import type { MapAdditions } from '#web/map/map-additions.ts';
import { onDemand } from '#web/ui/on-demand.tsx';

const PlaceDialog = onDemand(
  async () => (await import('#web/features/coordination/composer/place-dialog.tsx')).PlaceDialog,
);

const kinds = ['Point', 'LineString', 'Polygon', 'MultiPolygon'] as const;
const longestLabel = 100;

/** In the map's dock: a place or a shape is drawn and sent to a room. */
export function SendPlace() {
  const { t } = useTranslation();
  const [drawing, setDrawing] = useState(false);
  const [place, setPlace] = useState<NonNullable<MessageDraft['place']> | null>(null);
  return (
    <div className="cw-tools">
      <p className="cw-layer-note">{t('chat.map.hint')}</p>
      <Button
        size="small"
        icon={<EnvironmentOutlined />}
        aria-haspopup="dialog"
        data-action="drawForRoom"
        onClick={() => setDrawing(true)}
      >
        {t('chat.map.draw')}
      </Button>
      {drawing && (
        <PlaceDialog
          onClose={() => setDrawing(false)}
          onPlace={(drawn) => {
            setDrawing(false);
            setPlace(drawn);
          }}
        />
      )}
      {place && <SendDialog what={{ place }} onClose={() => setPlace(null)} />}
    </div>
  );
}

type Chosen = Parameters<NonNullable<MapAdditions['onCard']>>[0];

/** On the card of what is chosen on the map: sent as the record's card where it has one, else as its place. */
export function SendChosen({ chosen }: { chosen: Chosen }) {
  return (
    <p>
      <SendToRoom what={() => sendable(chosen)} />
    </p>
  );
}

function sendable({ title, geometry, id }: Chosen): Sendable {
  const [, type, number] = /^(plan|airspace|notam|notice)-(\d+)/.exec(id ?? '') ?? [];
  const resource = (['plan', 'airspace', 'notam', 'notice'] as const).find((one) => one === type);
  if (resource) return { references: [{ resource, id: Number(number) }] };
  const shape: Geometry | null = isGeometry(geometry, kinds) ? geometry : null;
  return shape ? { place: { geometry: shape, label: title.slice(0, longestLabel) } } : {};
}
