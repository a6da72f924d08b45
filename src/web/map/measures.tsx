import { useTranslation } from 'react-i18next';
import { lengthM } from '#domain/geo/geodesy.ts';
import type { Geometry } from '#domain/geo/geojson.ts';
import { areaM2, outlineM } from '#domain/geo/measure.ts';
import type { Shape } from '#domain/geo/shapes.ts';
import './draw.css';

/** Lengths and areas on the ellipsoid. */
export function Measures({ shape, geometry }: { shape: Shape; geometry: Geometry }) {
  const { t } = useTranslation();
  const km = (m: number) =>
    (m / 1000).toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  const line = 'points' in shape && shape.kind !== 'polygon' ? lengthM(shape.points) : null;
  const area = areaM2(geometry);
  if (geometry.type === 'Point') return null;
  return (
    <output className="cw-draw-note cw-figures cw-bar">
      {line !== null && <span>{t('map.draw.length', { length: km(line) })}</span>}
      {area > 0 && <span>{t('map.draw.area', { area: km(area / 1000) })}</span>}
      {area > 0 && geometry.type === 'Polygon' && (
        <span>{t('map.draw.outline', { length: km(outlineM(geometry)) })}</span>
      )}
    </output>
  );
}
