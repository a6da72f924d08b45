import { figureOf } from '#domain/monitor/figures.ts';
import { isConsistent } from '#domain/monitor/threshold.ts';
import type { RecordRule } from '#server/engine/records/record-rules.ts';

/** Where an alarm clears lies on the good side of where it is raised. */
export const thresholdOrder: RecordRule = {
  phase: 'validate',
  name: 'how a monitoring threshold clears',
  types: ['monitorThreshold'],
  actions: ['create', 'update'],
  async validate({ after }) {
    const figure = figureOf(String(after?.figure));
    if (!after || !figure) return [];
    const { limit, clearAt } = after;
    if (typeof limit !== 'number' || typeof clearAt !== 'number') return [];
    return isConsistent(figure.bad, { limit, clearAt, minutes: 1 })
      ? []
      : [{ field: 'clearAt', text: { key: 'monitor.limitsCross' } }];
  },
};
