import { areasNear, contains, heightWithin, isActive } from './area-geometry.ts';
import { type SceneTarget, safetyNet } from './safety-net.ts';

/** More aircraft in an area than it may hold. */
export const density = safetyNet({
  name: 'density',
  levels: ['advisory', 'caution'],
  parameters: {},
  evaluate({ targets, areas, nowMs }) {
    const limited = areas.filter(
      ({ densityLimit, volume }) => densityLimit !== null && isActive(volume, nowMs),
    );
    if (limited.length === 0) return [];
    const inside = new Map<number, SceneTarget[]>(limited.map(({ id }) => [id, []]));
    for (const target of targets) {
      if (target.onGround) continue;
      for (const area of areasNear(areas, target)) {
        const count = inside.get(area.id);
        if (count && contains(area.volume, target) && heightWithin(target, area.volume) !== 'no')
          count.push(target);
      }
    }
    return limited.flatMap(({ id, name, densityLimit }) => {
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
            values: { area: name, count: found.length, limit: densityLimit },
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
