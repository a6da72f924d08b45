import { Typography } from 'antd';
import { useTranslation } from 'react-i18next';
import { formatPosition } from '#domain/geo/coordinates.ts';
import type { Position } from '#domain/geo/geodesy.ts';
import { type Geometry, isGeometry } from '#domain/geo/geojson.ts';
import { type Shape, shapeOfFields } from '#domain/geo/shapes.ts';
import { CoordinateStyleSwitch, useCoordinateStyle } from '#web/map/coordinate-style.tsx';
import { Measures } from '#web/map/measures.tsx';
import { shapeIn } from './extent-values.ts';

/** Where it is as text: its centre, corners or centre line in the notation of one's choice, to read out and to copy. */
export function ExtentText({ values }: { values: Record<string, unknown> }) {
  const { t } = useTranslation();
  const [style, setStyle] = useCoordinateStyle();
  const geometry: Geometry | null = isGeometry(values.geometry, ['Polygon', 'MultiPolygon'])
    ? values.geometry
    : null;
  const shape = geometry && shapeOfFields(shapeIn(values), geometry);
  if (!shape) return null;
  const points = pointsOf(shape);
  const lines = points.map((point) => formatPosition(point, style));
  const single = !('points' in shape);
  return (
    <div className="cw-figures-panel">
      <div className="cw-bar">
        <CoordinateStyleSwitch value={style} onChange={setStyle} />
        {lines.length > 0 && (
          <Typography.Text
            copyable={{
              text: lines.join('\n'),
              tooltips: [t('airspace.extent.copy'), t('airspace.extent.copied')],
            }}
          />
        )}
      </div>
      {lines.length > 0 ? (
        <ol className="airspace-points cw-figures">
          {lines.map((line, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a corner is its place in the row
            <li key={i}>
              <span className="plan-soft">
                {single ? t('map.draw.centre') : t('map.draw.corner', { number: i + 1 })}
              </span>{' '}
              {line}
            </li>
          ))}
        </ol>
      ) : (
        <p className="plan-soft">{t('airspace.extent.free')}</p>
      )}
      {geometry && <Measures shape={shape} geometry={geometry} />}
    </div>
  );
}

function pointsOf(shape: Shape): Position[] {
  if ('points' in shape) return shape.points;
  if ('centre' in shape) return [shape.centre];
  return shape.kind === 'point' ? [shape.position] : [];
}
