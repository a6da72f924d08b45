import { isAltitude } from '../../../domain/geo/altitude.ts';
import type { PlanMapFeature } from '../../map/plan-map.tsx';
import type { SectionItem } from '../../map/vertical-section.tsx';
import type { FindingView } from './plan-types.ts';

/** What findings are with, each once: its name and its air. */
function shapesOf(findings: readonly FindingView[]) {
  const seen = new Set<string>();
  return findings.flatMap(({ with: other, shape, level, altitudeCompared }) => {
    if (!other || !shape) return [];
    const key = `${other.resource}-${other.id}`;
    if (seen.has(key)) return [];
    seen.add(key);
    return [{ key, name: other.label, shape, level, altitudeCompared }];
  });
}

/** The shapes of what a plan meets, for the map. */
export function findingFeatures(findings: readonly FindingView[]): PlanMapFeature[] {
  return shapesOf(findings).map(({ key, name, shape }) => ({
    id: `met-${key}`,
    geometry: shape.geometry,
    kind: 'conflict',
    name,
  }));
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
        from: typeof task.etd === 'string' ? task.etd : null,
        to: typeof task.eta === 'string' ? task.eta : null,
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
