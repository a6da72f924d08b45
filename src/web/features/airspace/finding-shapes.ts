import type { FindingView } from '#contract/finding-view.ts';
import type { Altitude } from '#domain/geo/altitude.ts';
import type { MapFeature } from '#web/map/layers/map-feature.ts';
import type { SectionItem } from '#web/map/vertical-section.tsx';

/** The same finding on the map, in the section and in the list. */
export function keyOf({ code, field, with: other, message }: FindingView): string {
  return other ? `finding-${other.resource}-${other.id}` : `finding-${code}-${field}-${message}`;
}

/** What findings are about, on the map: hatched where it forbids, dashed where it only warns. */
export function findingFeatures(findings: readonly FindingView[]): MapFeature[] {
  return findings.flatMap((finding): MapFeature[] => {
    const { shape, level, with: other } = finding;
    if (!shape) return [];
    const error = level === 'error';
    const point = shape.geometry.type === 'Point';
    return [
      {
        id: keyOf(finding),
        geometry: shape.geometry,
        style: point
          ? { colour: error ? 'closed' : 'application', symbol: 'waypoint' }
          : {
              colour: error ? 'closed' : 'application',
              width: 2.5,
              inside: error ? 'hatch' : 'wash',
              ...(error ? {} : { dash: [7, 5] }),
            },
        label: other?.label ?? '',
        rank: 5,
      },
    ];
  });
}

/** The application and what it meets, side by side. */
export function sectionItems(
  own: { label: string; lower: Altitude | null; upper: Altitude | null } | null,
  findings: readonly FindingView[],
  unknownNote: string,
): SectionItem[] {
  const items = new Map<string, SectionItem>();
  for (const finding of findings) {
    const { shape, with: other, level } = finding;
    if (!shape || !other || (!shape.lower && !shape.upper)) continue;
    const key = keyOf(finding);
    const known = items.get(key);
    if (known?.tone === 'conflict') continue;
    items.set(key, {
      key,
      label: other.label,
      lower: shape.lower,
      upper: shape.upper,
      tone: level === 'error' ? 'conflict' : other.resource === 'airspace' ? 'airspace' : 'other',
      from: shape.from,
      to: shape.to,
      ...(finding.altitudeCompared === false ? { note: unknownNote } : {}),
    });
  }
  return [...(own ? [{ key: 'own', tone: 'own' as const, ...own }] : []), ...items.values()];
}
