import type { FindingView } from '#contract/finding-view.ts';
import { isAltitude } from '#domain/geo/altitude.ts';
import { type Geometry, isGeometry } from '#domain/geo/geojson.ts';
import { stringOf } from '#domain/text/narrow.ts';
import { extentOf } from '#web/map/around/air-features.ts';
import type { PlanMapFeature } from '#web/map/plan-map.tsx';
import type { SectionItem } from '#web/map/vertical-section.tsx';

const kinds = ['Point', 'LineString', 'Polygon', 'MultiPolygon'] as const;

/** What findings are with, each piece of air once: a plan may be met by several of its sorties. */
function shapesOf(findings: readonly FindingView[]) {
  const seen = new Map<string, number>();
  const errorsFirst = [...findings].sort((a, b) => Number(b.level === 'error') - Number(a.level === 'error'));
  return errorsFirst.flatMap(({ with: other, shape, level }) => {
    if (!other || !shape) return [];
    const { geometry, marginM, lower, upper } = shape;
    const owner = `${other.resource}-${other.id}`;
    const air = `${owner} ${JSON.stringify([geometry, marginM, lower, upper])}`;
    if (seen.has(air)) return [];
    const before = seen.get(owner) ?? 0;
    seen.set(air, 1).set(owner, before + 1);
    return [{ key: before === 0 ? owner : `${owner}-${before}`, name: other.label, shape, level }];
  });
}

/** The shapes of what a plan meets, for the map. */
export function findingFeatures(findings: readonly FindingView[]): PlanMapFeature[] {
  return shapesOf(findings).map(({ key, name, shape }) => ({
    id: `met-${key}`,
    geometry: extentOf(shape),
    kind: 'conflict',
    name,
  }));
}

/** Where the sorties of a draft fly, as far as they say it. */
export function taskGeometries(tasks: readonly Record<string, unknown>[]): Geometry[] {
  return tasks.flatMap(({ geometry }) => (isGeometry(geometry, kinds) ? [geometry] : []));
}

/** The sorties of a plan and what they meet, side by side by their limits. */
export function sectionItems(
  tasks: readonly Record<string, unknown>[],
  findings: readonly FindingView[],
): SectionItem[] {
  const own = tasks.flatMap((task, index): SectionItem[] => {
    const lower = isAltitude(task.lower) ? task.lower : null;
    const upper = isAltitude(task.upper) ? task.upper : null;
    if (!lower && !upper) return [];
    return [
      {
        key: `own-${index}`,
        label: typeof task.callsign === 'string' ? task.callsign : `${index + 1}`,
        lower,
        upper,
        tone: 'own',
        from: stringOf(task.etd),
        to: stringOf(task.eta),
      },
    ];
  });
  const met = shapesOf(findings).map(
    ({ key, name, shape, level }): SectionItem => ({
      key,
      label: name,
      lower: shape.lower,
      upper: shape.upper,
      tone: level === 'error' ? 'conflict' : key.startsWith('airspace') ? 'airspace' : 'other',
      from: shape.from,
      to: shape.to,
    }),
  );
  return own.length > 0 || met.length > 0 ? [...own, ...met] : [];
}
