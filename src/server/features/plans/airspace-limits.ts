import type { Volume4d } from '#domain/conflicts/strategic.ts';
import { reachesOutBy } from '#domain/conflicts/vertical.ts';
import { formatLimits, isAltitude } from '#domain/geo/altitude.ts';
import type { Finding } from '#domain/plans/findings.ts';
import { nameValues } from '#domain/text/name-in.ts';
import { stringOf } from '#domain/text/narrow.ts';
import type { Row } from '#server/db/rows-by-id.ts';
import type { TaskShape } from './plan-volumes.ts';

/** Tasks that certainly fly above or below the airspace that they name; `own`: their volumes, with the ground below them. */
export function airspaceLimitFindings(
  tasks: readonly TaskShape[],
  own: readonly Volume4d[],
  airspaces: ReadonlyMap<number, Row>,
): Finding[] {
  return tasks.flatMap((task, index): Finding[] => {
    const row = airspaces.get(task.airspace ?? 0);
    const volume = own.find(({ part }) => part === index);
    if (!row || !volume) return [];
    const limits = {
      lower: isAltitude(row.lower) ? row.lower : null,
      upper: isAltitude(row.upper) ? row.upper : null,
    };
    const by = reachesOutBy(volume, { ...limits, ...(volume.context && { context: volume.context }) });
    if (by === null) return [];
    const [label, labelEn] = [stringOf(row.name) ?? '', stringOf(row.nameEn)];
    return [
      {
        level: 'warning',
        code: 'outsideAirspace',
        rule: 'plan.rule.withinAirspace',
        field: `tasks.${index}.${by}`,
        message: {
          key: 'plan.check.outsideAirspace',
          values: {
            ...nameValues('airspace', { name: label, nameEn: labelEn }),
            ownHeights: formatLimits(volume.lower, volume.upper),
            limits: formatLimits(limits.lower, limits.upper),
          },
        },
        with: { resource: 'airspace', id: Number(task.airspace), label, labelEn },
      },
    ];
  });
}
