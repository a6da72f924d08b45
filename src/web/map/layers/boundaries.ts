import type { Geometry } from 'geojson';
import type { Locale } from '#domain/text/label.ts';
import { isObject } from '#domain/text/narrow.ts';
import { send } from '#web/client/http.ts';
import type { LayerContext } from './layer-context.ts';
import type { MapFeature } from './map-feature.ts';

/** Administrative boundaries from the GeoJSON that the operator supplied; names from its `name` properties. */
export async function loadBoundaries(
  locale: Locale,
  signal: AbortSignal,
  { boundariesUrl }: LayerContext,
): Promise<MapFeature[]> {
  if (!boundariesUrl) return [];
  const { status, body } = await send(boundariesUrl, { signal });
  if (status === 404) return [];
  const features = isObject(body) && Array.isArray(body.features) ? body.features : [body];
  return features.filter(isObject).flatMap((feature, i): MapFeature[] => {
    // The operator's file is drawn as it is: it is a picture, not a record.
    const geometry = (isObject(feature.geometry) ? feature.geometry : feature) as unknown as Geometry;
    if (typeof geometry.type !== 'string' || !('coordinates' in geometry)) return [];
    const properties = isObject(feature.properties) ? feature.properties : {};
    const name = (locale === 'en' ? (properties.name_en ?? properties.name) : properties.name) ?? '';
    return [
      {
        id: `boundary-${i}`,
        geometry,
        style: { colour: 'boundary', width: 1, dash: [8, 3, 2, 3], inside: 'none' },
        label: String(name),
        labelMinZoom: 5,
        rank: 80,
      },
    ];
  });
}
