import type { Locale } from '#domain/text/label.ts';
import obstacleSchema from '#schemas/obstacle.json' with { type: 'json' };
import type { LayerContext } from './layer-context.ts';
import type { MapFeature } from './map-feature.ts';
import {
  factsOf,
  geometryOf,
  loadRecords,
  type MapRecord,
  numberIn,
  recordName,
  textIn,
} from './record-facts.ts';

/** Masts, chimneys, power lines: with their height above ground and, near by, above sea level. */
export async function loadObstacles(
  locale: Locale,
  signal: AbortSignal,
  { partial }: Partial<LayerContext> = {},
): Promise<MapFeature[]> {
  return (await loadRecords('obstacle', signal, {}, partial)).flatMap(
    (record) => obstacleFeature(record, locale) ?? [],
  );
}

/** Null for one without a place. */
export function obstacleFeature(record: MapRecord, locale: Locale): MapFeature | null {
  const geometry = geometryOf(record.geometry);
  if (!geometry) return null;
  const [heightM, topM] = [numberIn(record, 'heightAglM'), numberIn(record, 'topAmslM')];
  const line = geometry.type === 'LineString';
  return {
    id: `obstacle-${record.id}`,
    geometry,
    style: line
      ? { colour: 'obstacle', width: 1.4, dash: [10, 3, 2, 3] }
      : { colour: 'obstacle', symbol: record.lighted === true ? 'obstacleLit' : 'obstacle' },
    label: heightM === null ? '' : `${Math.round(heightM)} m AGL`,
    ...(topM === null ? {} : { detail: `${Math.round(topM)} m AMSL` }),
    minZoom: 8,
    labelMinZoom: 9,
    rank: 50,
    card: {
      title: recordName(record, locale) || textIn(record, 'code') || textIn(record, 'kind'),
      subtitle: textIn(record, 'code'),
      facts: factsOf(
        record,
        obstacleSchema,
        ['kind', 'heightAglM', 'topAmslM', 'lighted', 'marked', 'source', 'remark'],
        locale,
      ),
      link: `/information/obstacle/${record.id}`,
    },
  };
}
