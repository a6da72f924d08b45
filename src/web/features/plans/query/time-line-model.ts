import type { PlanItem } from '#contract/plans/plan-output.ts';
import type { PlanState } from '#domain/plans/states.ts';

/** A task of a plan as the queries answer it. */
export interface TaskItem {
  id: number;
  sequence: number;
  callsign: string;
  aircraft: number;
  registration: string | null;
  etd: string;
  eta: string;
  geometry: unknown;
  [field: string]: unknown;
}

export type PlanWithTasks = PlanItem & { tasks?: TaskItem[] };

export interface Bar {
  key: string;
  plan: PlanWithTasks;
  task: TaskItem;
  state: PlanState;
  /** UTC ms. */
  from: number;
  to: number;
  /** What was reported, UTC ms; `to` null: still flying. */
  actual: { from: number; to: number | null } | null;
  /** Bars of a lane that overlap stand below one another. */
  level: number;
}

export interface Lane {
  key: string;
  name: string;
  bars: Bar[];
  levels: number;
}

/** The tasks of plans in lanes, by aircraft or callsign; what overlaps in a lane gets a level of its own. */
export function lanesOf(plans: readonly PlanWithTasks[], by: 'aircraft' | 'callsign'): Lane[] {
  const lanes = new Map<string, Lane>();
  for (const plan of plans) {
    const tasks = plan.tasks ?? [];
    for (const task of tasks) {
      const name = by === 'aircraft' ? (task.registration ?? `#${task.aircraft}`) : task.callsign;
      const lane = lanes.get(name) ?? { key: name, name, bars: [], levels: 1 };
      lanes.set(name, lane);
      lane.bars.push({
        key: `${plan.id} ${task.id}`,
        plan,
        task,
        state: plan.state,
        from: Date.parse(task.etd),
        to: Date.parse(task.eta),
        // Reports are of the plan: they stand at its first task.
        actual: task === tasks[0] ? actualOf(plan) : null,
        level: 0,
      });
    }
  }
  const sorted = [...lanes.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const lane of sorted) {
    lane.bars.sort((a, b) => a.from - b.from || a.to - b.to);
    const ends: number[] = [];
    for (const bar of lane.bars) {
      const free = ends.findIndex((end) => end <= bar.from);
      bar.level = free === -1 ? ends.length : free;
      ends[bar.level] = bar.to;
    }
    lane.levels = Math.max(1, ends.length);
  }
  return sorted;
}

function actualOf({ takeoffAt, realEta }: PlanItem): Bar['actual'] {
  if (!takeoffAt) return null;
  return { from: Date.parse(takeoffAt), to: realEta ? Date.parse(realEta) : null };
}

/** Where a span stands between the ends of what is shown, per cent; null: outside. */
export function placeOn(
  from: number,
  to: number,
  shown: { from: number; to: number },
): { left: number; width: number } | null {
  const start = Math.max(from, shown.from);
  const end = Math.min(to, shown.to);
  if (end <= start) return null;
  const whole = shown.to - shown.from;
  return { left: (100 * (start - shown.from)) / whole, width: (100 * (end - start)) / whole };
}

/** The bar that an arrow key leads to from another; null: there is none that way. */
export function nextBar(lanes: readonly Lane[], key: string | null, arrow: string): Bar | null {
  const at = lanes.findIndex(({ bars }) => bars.some((bar) => bar.key === key));
  const lane = lanes[at];
  if (!lane) return lanes[0]?.bars[0] ?? null;
  const place = lane.bars.findIndex((bar) => bar.key === key);
  const bar = lane.bars[place];
  if (arrow === 'ArrowRight') return lane.bars[place + 1] ?? null;
  if (arrow === 'ArrowLeft') return lane.bars[place - 1] ?? null;
  const other = lanes[arrow === 'ArrowDown' ? at + 1 : at - 1];
  if (!other || !bar) return null;
  // The nearest in time of the lane above or below.
  return [...other.bars].sort((a, b) => Math.abs(a.from - bar.from) - Math.abs(b.from - bar.from))[0] ?? null;
}
