import { nameValues } from '#domain/text/name-in.ts';
import { contains, isActive } from './area-geometry.ts';
import { areasFor, areasOver } from './area-index.ts';
import { heightWithin, mayBeWithin } from './heights.ts';
import { type SceneArea, type SceneTarget, safetyNet } from './safety-net.ts';
import { flag, skyOf } from './sky.ts';

/** More aircraft in an area than it may hold. */
export const density = safetyNet({
  name: 'density',
  levels: ['advisory', 'caution'],
  parameters: {},
  evaluate(scene) {
    const { areas, nowMs } = scene;
    const { targets, latitude, longitude, flags } = skyOf(scene);
    const withLimit = areasFor(areas, hasLimit);
    const limited = withLimit.filter(({ volume }) => isActive(volume, nowMs));
    if (limited.length === 0) return [];
    const inside = new Map<number, SceneTarget[]>(limited.map(({ id }) => [id, []]));
    for (let i = 0; i < targets.length; i += 1) {
      if ((flags[i] ?? 0) & flag.onGround) continue;
      for (const area of areasOver(withLimit, latitude[i] ?? 0, longitude[i] ?? 0)) {
        const count = inside.get(area.id);
        const target = targets[i];
        if (
          count &&
          target &&
          contains(area.volume, target) &&
          mayBeWithin(heightWithin(scene, target, area.volume))
        )
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
