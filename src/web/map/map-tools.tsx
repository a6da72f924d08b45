import { MinusOutlined, PlusOutlined } from '@ant-design/icons';
import * as L from 'leaflet';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useMap, useMapEvents } from 'react-leaflet';
import { formatPosition } from '#domain/geo/coordinates.ts';
import { normalLongitude } from '#domain/geo/geodesy.ts';

/** Zoom in, zoom out, and where the pointer is; inside a FlatMap. */
export function MapTools() {
  const map = useMap();
  const { t } = useTranslation();
  return (
    <>
      <div
        className="cw-map-zoom"
        ref={(element) => {
          // A press here is not a press on the map below.
          if (element) L.DomEvent.disableClickPropagation(element);
        }}
      >
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
      <PointerPosition />
    </>
  );
}

/** Written past React: the pointer moves sixty times a second. */
function PointerPosition() {
  const element = useRef<HTMLDivElement>(null);
  useMapEvents({
    mousemove({ latlng: { lat, lng } }) {
      if (!element.current) return;
      element.current.textContent = formatPosition({ latitude: lat, longitude: normalLongitude(lng) }, 'dm');
    },
  });
  return <div ref={element} className="cw-map-pointer cw-figures" aria-hidden="true" />;
}
