import { MinusOutlined, PlusOutlined } from '@ant-design/icons';
import type * as L from 'leaflet';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { formatPosition } from '../../domain/geo/coordinates.ts';
import { normalLongitude } from '../../domain/geo/geodesy.ts';

/** Zoom in, zoom out, and where the pointer is. */
export function MapTools({ map }: { map: L.Map }) {
  const { t } = useTranslation();
  return (
    <>
      <div className="cw-map-zoom">
        <button
          type="button"
          className="cw-icon-button"
          aria-label={t('map.zoomIn')}
          onClick={() => map.zoomIn()}
        >
          <PlusOutlined />
        </button>
        <button
          type="button"
          className="cw-icon-button"
          aria-label={t('map.zoomOut')}
          onClick={() => map.zoomOut()}
        >
          <MinusOutlined />
        </button>
      </div>
      <PointerPosition map={map} />
    </>
  );
}

/** Written past React: the pointer moves sixty times a second. */
function PointerPosition({ map }: { map: L.Map }) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const onMove = ({ latlng }: L.LeafletMouseEvent) => {
      if (!element.current) return;
      const { lat, lng } = latlng;
      element.current.textContent = formatPosition({ latitude: lat, longitude: normalLongitude(lng) }, 'dm');
    };
    map.on('mousemove', onMove);
    return () => {
      map.off('mousemove', onMove);
    };
  }, [map]);
  return <div ref={element} className="cw-map-pointer cw-figures" aria-hidden="true" />;
}
