import { numberOf } from '#domain/text/narrow.ts';
import { useGroundBelow } from '#web/map/use-ground.ts';
import { type SectionItem, VerticalSection } from '#web/map/vertical-section.tsx';
import { taskGeometries } from './finding-shapes.ts';

/** The vertical section of a draft, above the ground below all its sorties. */
export function PlanSection({
  items,
  tasks,
}: {
  items: readonly SectionItem[];
  tasks: readonly Record<string, unknown>[];
}) {
  const widest = Math.max(0, ...tasks.map((task) => numberOf(task.corridorWidthM) ?? 0));
  const below = useGroundBelow(taskGeometries(tasks), widest / 2);
  return <VerticalSection items={items} height={150} below={below.data} />;
}
