import type { Locale } from '#domain/text/label.ts';
import { nameIn } from '#domain/text/name-in.ts';
import navigationPointSchema from '#schemas/navigation-point.json' with { type: 'json' };
import type { LayerContext } from './layer-context.ts';
import type { MapFeature } from './map-feature.ts';
import { factsOf, geometryOf, loadRecords, textIn } from './record-facts.ts';

/** Way points, beacons and reporting points: what routes are written with. */
export async function loadNavigationPoints(
  locale: Locale,
  signal: AbortSignal,
  { partial }: Partial<LayerContext> = {},
): Promise<MapFeature[]> {
  return (await loadRecords('navigationPoint', signal, {}, partial)).flatMap((record): MapFeature[] => {
    const geometry = geometryOf(record.position);
    if (!geometry) return [];
    const code = textIn(record, 'code');
    return [
      {
        id: `navigationPoint-${record.id}`,
        geometry,
        style: { colour: 'route', symbol: 'waypoint' },
        label: code,
        minZoom: 6,
        labelMinZoom: 7,
        rank: 45,
        card: {
          title: code,
          subtitle: nameIn({ name: textIn(record, 'name'), nameEn: textIn(record, 'nameEn') }, locale),
          facts: factsOf(record, navigationPointSchema, ['kind', 'frequency', 'country'], locale),
          link: `/information/navigationPoint/${record.id}`,
        },
      },
    ];
  });
}
