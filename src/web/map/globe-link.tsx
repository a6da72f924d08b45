import { GlobalOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import { useMap } from 'react-leaflet';
import { useNavigate } from 'react-router';
import { normalLongitude } from '#domain/geo/geodesy.ts';
import { useHolds } from '#web/client/access.ts';
import { viewParameters } from './view-address.ts';

/** Inside a FlatMap: the way to the globe at the same place, and the same moment of a playback (UTC ms). */
export function GlobeLink({ moment }: { moment?: number }) {
  const { t } = useTranslation();
  const map = useMap();
  const navigate = useNavigate();
  if (!useHolds(['Pages.FlightWatch.Navigation_3D'])) return null;
  const go = () => {
    const { lat, lng } = map.getCenter();
    const query = new URLSearchParams({
      ...viewParameters({ latitude: lat, longitude: normalLongitude(lng), zoom: map.getZoom() }),
      ...(moment === undefined ? {} : { at: new Date(moment).toISOString() }),
    });
    navigate(`/flightWatch/map3D?${query}`);
  };
  return (
    <div className="cw-map-zoom cw-map-globe">
      <button type="button" className="cw-icon-button" aria-label={t('globe.open')} onClick={go}>
        <GlobalOutlined />
      </button>
    </div>
  );
}
