import type { MapFeature } from './map-feature.ts';

/**
 * Plans in the same room are one shape with all their names, drawn as the first to be looked at: the lowest
 * rank. `planWord` names the fact that tells of the others on its card.
 */
export function eachShapeOnce(features: readonly MapFeature[], planWord: string): MapFeature[] {
  const byShape = new Map<string, MapFeature>();
  for (const feature of [...features].sort((a, b) => a.rank - b.rank)) {
    const shape = JSON.stringify(feature.geometry);
    const there = byShape.get(shape);
    if (!there) {
      byShape.set(shape, feature);
      continue;
    }
    const { card } = feature;
    byShape.set(shape, {
      ...there,
      label: there.label.split(', ').includes(feature.label)
        ? there.label
        : `${there.label}, ${feature.label}`,
      ...(there.card && card
        ? {
            card: {
              ...there.card,
              facts: [
                ...there.card.facts,
                [planWord, [card.title, card.subtitle, card.facts[0]?.[1]].filter(Boolean).join(' · ')],
              ],
            },
          }
        : {}),
    });
  }
  // Those that matter most are drawn last, above the others.
  return [...byShape.values()].reverse();
}
