import type { Locale } from '#domain/text/label.ts';
import type { PlaceRow } from './base-map.ts';
import type { MapFeature } from './map-feature.ts';

/** From this zoom the small towns of China and around have names too. */
export const detailPlacesFromZoom = 9.5;

const zoomByRank: Record<number, number> = { 1: 3.5, 2: 5, 3: 6.5, 4: detailPlacesFromZoom };

/** Towns as features. A map in Chinese leaves out the small towns of China whose Chinese name is not known. */
export function placeFeatures(rows: readonly PlaceRow[], locale: Locale): MapFeature[] {
  const inChinese = locale === 'zh-Hans';
  const shown = inChinese ? rows.filter(([, , , chinese]) => chinese !== null) : rows;
  return shown.map(([longitude, latitude, rank, chinese, latin]) => ({
    id: `place-${longitude},${latitude}`,
    geometry: { type: 'Point', coordinates: [longitude, latitude] },
    style: { colour: 'place', symbol: 'place' },
    label: inChinese && chinese ? chinese : latin,
    minZoom: zoomByRank[rank] ?? detailPlacesFromZoom,
    // Behind everything of our own.
    rank: 90 + rank,
  }));
}
