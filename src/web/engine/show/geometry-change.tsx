import type { Geometry } from 'geojson';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { isGeometry } from '#domain/geo/geojson.ts';
import { PlanMap, type PlanMapFeature } from '#web/map/plan-map.tsx';

/** A shape before and after, side by side on the same piece of the map. */
export function GeometryChange({ before, after }: { before: unknown; after: unknown }) {
  const { t } = useTranslation();
  const sides = [
    { title: t('form.before'), shape: before, other: after },
    { title: t('form.after'), shape: after, other: before },
  ];
  return (
    <div className="cw-sides">
      {sides.map(({ title, shape, other }) => (
        <figure key={title}>
          <figcaption>{title}</figcaption>
          <Side title={title} shape={shape} other={other} />
        </figure>
      ))}
    </div>
  );
}

/** One shape, with the other as a thin line, so that both maps show the same place. */
function Side({ title, shape, other }: { title: string; shape: unknown; other: unknown }) {
  const features = useMemo(
    () => [...featureOf('other', other, 'route'), ...featureOf('shape', shape, 'airspace')],
    [shape, other],
  );
  return <PlanMap features={features} height={220} label={title} />;
}

function featureOf(id: string, shape: unknown, kind: PlanMapFeature['kind']): PlanMapFeature[] {
  if (!isGeometry(shape, ['Point', 'LineString', 'Polygon', 'MultiPolygon'])) return [];
  return [
    {
      id,
      geometry: shape satisfies object as Geometry,
      kind,
      openState: kind === 'airspace' ? 'open' : null,
    },
  ];
}
