import type { InformationItem } from '#domain/briefing/item.ts';
import { isAltitude } from '#domain/geo/altitude.ts';
import { storedGeometry } from '#domain/geo/geojson.ts';
import { meets, pointWithin } from '#server/features/briefing/near.ts';
import { type Collecting, isOnGroundNear, rowsOf } from './collecting.ts';
import { blank, both, labelled, lines, said, titled } from './item-text.ts';

export async function obstacleItems(of: Collecting): Promise<InformationItem[]> {
  if (!of.bounds) return [];
  const kindWords = of.deps.records.untyped.resource('obstacle').schema.properties.kind?.['x-enum'];
  const found = await rowsOf(of, 'obstacle', { where: pointWithin('geometry', of.bounds) });
  return found.flatMap((record): InformationItem[] => {
    const geometry = storedGeometry(record.geometry);
    if (!geometry || !isOnGroundNear(of.asked, geometry)) return [];
    const kind = String(record.kind);
    return [
      {
        ...blank,
        key: `obstacle:${record.id}`,
        kind: 'obstacle',
        resource: 'obstacle',
        id: record.id,
        ...titled(record),
        ...lines(
          labelled(kindWords?.[kind], kind),
          typeof record.heightAglM === 'number' && said('obstacleHeight', { height: record.heightAglM }),
          typeof record.topAmslM === 'number' && said('obstacleTop', { top: record.topAmslM }),
          said(record.lighted ? 'lighted' : 'unlighted'),
        ),
        geometry,
      },
    ];
  });
}

export async function airwayItems(of: Collecting): Promise<InformationItem[]> {
  const found = await rowsOf(of, 'airway', {});
  return found.flatMap((record): InformationItem[] => {
    const geometry = storedGeometry(record.geometry);
    const lower = isAltitude(record.lower) ? record.lower : null;
    const upper = isAltitude(record.upper) ? record.upper : null;
    if (!geometry || !meets(of.asked.parts, of.asked.withinM, { geometry, lower, upper })) return [];
    const points = typeof record.points === 'string' ? record.points : JSON.stringify(record.points ?? '');
    return [
      {
        ...blank,
        key: `airway:${record.id}`,
        kind: 'airway',
        resource: 'airway',
        id: record.id,
        title: String(record.designator),
        ...both(() => points.replace(/[[\]"]/g, '').replaceAll(',', ' ')),
        lower,
        upper,
        geometry,
      },
    ];
  });
}

export async function pointItems(of: Collecting): Promise<InformationItem[]> {
  if (!of.bounds) return [];
  const kindWords = of.deps.records.untyped.resource('navigationPoint').schema.properties.kind?.['x-enum'];
  const found = await rowsOf(of, 'navigationPoint', { where: pointWithin('position', of.bounds) });
  return found.flatMap((record): InformationItem[] => {
    const geometry = storedGeometry(record.position);
    if (!geometry || !isOnGroundNear(of.asked, geometry)) return [];
    const kind = String(record.kind);
    return [
      {
        ...blank,
        key: `point:${record.id}`,
        kind: 'point',
        resource: 'navigationPoint',
        id: record.id,
        ...titled(record, record.code),
        ...lines(
          labelled(kindWords?.[kind], kind),
          record.frequency ? both(() => String(record.frequency)) : null,
        ),
        geometry,
      },
    ];
  });
}
