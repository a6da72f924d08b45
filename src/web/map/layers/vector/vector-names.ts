import type { Feature } from 'protomaps-leaflet';
import type { Locale } from '#domain/text/label.ts';
import type { MapFeature } from '#web/map/layers/map-feature.ts';
import { latitudeOf, longitudeOf } from '#web/map/mercator.ts';

/** A tile as the file has it: its features in pixels of a tile `sizePx` wide. */
export interface NamedTile {
  z: number;
  x: number;
  y: number;
  sizePx: number;
  layers: ReadonlyMap<string, readonly Feature[]>;
}

const nameKeys: Record<Locale, string[]> = {
  'zh-Hans': ['name:zh-Hans', 'name:zh', 'name'],
  en: ['name:en', 'name'],
};

/** Towns, waters and road numbers of a tile in the language of the screen. Names of countries and regions are left out. */
export function namesOf(tile: NamedTile, locale: Locale): MapFeature[] {
  const layer = (id: string) => tile.layers.get(id) ?? [];
  const towns = layer('places').flatMap((feature): MapFeature[] => {
    const { props } = feature;
    if (props.kind !== 'locality' && props.kind !== 'neighbourhood') return [];
    const rank = props.kind === 'neighbourhood' ? 4 : townRank(Number(props.population_rank));
    return named(tile, feature, textIn(feature, nameKeys[locale]), {
      style: { colour: 'place', symbol: 'place' },
      rank: 90 + rank,
    });
  });
  const waters = layer('water').flatMap((feature) =>
    // A point of a water is its name; its surface has none of its own.
    feature.geomType === 1
      ? named(tile, feature, textIn(feature, nameKeys[locale]), {
          style: { colour: 'waterName', symbol: 'name' },
          rank: 95,
        })
      : [],
  );
  const numbers = new Map<string, MapFeature>();
  for (const feature of layer('roads')) {
    const number = textIn(feature, ['ref', 'shield_text']);
    if (
      number === '' ||
      numbers.has(number) ||
      !['highway', 'major_road'].includes(String(feature.props.kind))
    )
      continue;
    const [label] = named(tile, feature, number, {
      style: { colour: 'place', symbol: 'name' },
      rank: feature.props.kind === 'highway' ? 96 : 97,
      labelMinZoom: 8,
    });
    if (label) numbers.set(number, label);
  }
  return [...towns, ...waters, ...numbers.values()];
}

/** Of a town by the size class of its population, 0 to 17: 1 the largest. */
function townRank(populationRank: number): number {
  if (populationRank >= 12) return 1;
  if (populationRank >= 10) return 2;
  return populationRank >= 8 ? 3 : 4;
}

function textIn({ props }: Feature, keys: string[]): string {
  for (const key of keys) {
    const text = props[key];
    if (typeof text === 'string' && text.trim() !== '') return text.trim();
  }
  return '';
}

function named(
  { z, x, y, sizePx }: NamedTile,
  { geom }: Feature,
  label: string,
  how: Pick<MapFeature, 'style' | 'rank'> & Partial<MapFeature>,
): MapFeature[] {
  const points = geom[0] ?? [];
  const point = points[Math.floor(points.length / 2)];
  // What lies in the margin of a tile belongs to its neighbour.
  if (!point || label === '' || point.x < 0 || point.y < 0 || point.x >= sizePx || point.y >= sizePx)
    return [];
  const world = 2 ** z;
  const longitude = longitudeOf((x + point.x / sizePx) / world);
  const latitude = latitudeOf((y + point.y / sizePx) / world);
  return [
    {
      id: `name-${label}-${longitude.toFixed(2)},${latitude.toFixed(2)}`,
      geometry: { type: 'Point', coordinates: [longitude, latitude] },
      label,
      ...how,
    },
  ];
}
