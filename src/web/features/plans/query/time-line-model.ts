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
  /** As filed, UTC ms. */
  from: number;
  to: number;
  /** What was flown by the reports, UTC ms; of who still flies up to now. */
  flown: { from: number; to: number } | null;
  /** Bars of a lane that overlap stand below one another. */
  level: number;
}

export interface Lane {
  key: string;
  name: string;
  bars: Bar[];
  levels: number;
}

/** The tasks of plans in lanes, by aircraft or callsign; what overlaps in a lane, as filed or flown, gets a level of its own. */
export function lanesOf(plans: readonly PlanWithTasks[], by: 'aircraft' | 'callsign', now: number): Lane[] {
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
        flown: flownOf(plan, tasks, task, now),
        level: 0,
      });
    }
  }
  const sorted = [...lanes.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const lane of sorted) {
    lane.bars.sort((a, b) => a.from - b.from || a.to - b.to);
    const levels: { from: number; to: number }[][] = [];
    for (const bar of lane.bars) {
      const whole = wholeOf(bar);
      const free = levels.findIndex((taken) =>
        taken.every(({ from, to }) => to <= whole.from || from >= whole.to),
      );
      bar.level = free === -1 ? levels.length : free;
      levels[bar.level] = [...(levels[bar.level] ?? []), whole];
    }
    lane.levels = Math.max(1, levels.length);
  }
  return sorted;
}

/** From the first of what was filed and flown to the last, UTC ms. */
export function wholeOf({ from, to, flown }: Pick<Bar, 'from' | 'to' | 'flown'>): {
  from: number;
  to: number;
} {
  return { from: Math.min(from, flown?.from ?? from), to: Math.max(to, flown?.to ?? to) };
}

/**
 * What was flown of one task. Reports are of the plan: its first task begins with the take-off and its last ends with the
 * landing; between them a task takes the time that was filed, from when it began.
 */
function flownOf(plan: PlanItem, tasks: readonly TaskItem[], task: TaskItem, now: number): Bar['flown'] {
  if (!plan.takeoffAt) return null;
  const landed = plan.realEta ? Date.parse(plan.realEta) : now;
  const [filedFrom, filedTo] = [Date.parse(task.etd), Date.parse(task.eta)];
  const takeOff = Date.parse(plan.takeoffAt);
  const from = task === tasks[0] ? takeOff : Math.max(takeOff, filedFrom);
  const to = task === tasks.at(-1) ? landed : Math.min(landed, from + filedTo - filedFrom);
  return to > from ? { from, to } : null;
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
