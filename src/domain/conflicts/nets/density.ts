import { nameValues } from '#domain/text/name-in.ts';
import { contains, isActive } from './area-geometry.ts';
import { areasAt, areasFor } from './area-index.ts';
import { heightWithin, mayBeWithin } from './heights.ts';
import { type SceneArea, type SceneTarget, safetyNet } from './safety-net.ts';

/** More aircraft in an area than it may hold. */
export const density = safetyNet({
  name: 'density',
  levels: ['advisory', 'caution'],
  parameters: {},
  evaluate(scene) {
    const { targets, areas, nowMs } = scene;
    const withLimit = areasFor(areas, hasLimit);
    const limited = withLimit.filter(({ volume }) => isActive(volume, nowMs));
    if (limited.length === 0) return [];
    const inside = new Map<number, SceneTarget[]>(limited.map(({ id }) => [id, []]));
    for (const target of targets) {
      if (target.onGround) continue;
      for (const area of areasAt(withLimit, target)) {
        const count = inside.get(area.id);
        if (count && contains(area.volume, target) && mayBeWithin(heightWithin(scene, target, area.volume)))
          count.push(target);
      }
    }
    return limited.flatMap((area) => {
      const { id, densityLimit } = area;
      const found = inside.get(id) ?? [];
      if (densityLimit === null || found.length < densityLimit || found.length === 0) return [];
      const isOver = found.length > densityLimit;
      return [
        {
          net: 'density' as const,
          key: `density:${id}`,
          level: isOver ? ('caution' as const) : ('advisory' as const),
          reason: {
            key: isOver ? 'alert.density.over' : 'alert.density.full',
            values: { ...nameValues('area', area), count: found.length, limit: densityLimit },
          },
          targets: found.slice(0, 20),
          planIds: [],
          areaId: id,
          advice: 'alert.density.advice',
          contacts: [],
        },
      ];
    });
  },
});

const hasLimit = ({ densityLimit }: SceneArea) => densityLimit !== null;
