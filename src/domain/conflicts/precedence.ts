/** Where a task begins and ends, by aerodrome or by point. */
export interface Ends {
  departure?: number | null;
  departurePoint?: number | null;
  destination?: number | null;
  destinationPoint?: number | null;
}

/** What the record of a mission's type says of its order. */
export interface MissionRank {
  /** 1 is the highest, 9 the lowest; absent: 5. */
  priority?: unknown;
  isTraining?: unknown;
  /** It is flown inside the area of its aerodrome: circuits. */
  insideAerodrome?: unknown;
}

/** More than all priorities. */
const trainingBehind = 10;
/** Between two priorities, which are whole numbers. */
const outsideBehind = 0.25;
const insideBehind = 0.5;

/**
 * Who goes first (Flight Basic Rules, art. 91): the lower figure. Training gives way to every task, whatever their
 * priorities; tasks among each other, and training among each other, go by the priority of the mission's type, which
 * an administrator orders; among equals a flight from one place to another goes before a local one, and of local ones
 * that outside the aerodrome before that inside.
 */
export function precedenceOf(mission: MissionRank | null | undefined, tasks: readonly Ends[]): number {
  const behind = mission?.isTraining === true ? trainingBehind : 0;
  const local = mission?.insideAerodrome === true ? insideBehind : outsideBehind;
  return Number(mission?.priority ?? 5) + behind + (tasks.some(isTransit) ? 0 : local);
}

function isTransit(task: Ends): boolean {
  const from = placeOf(task.departure, task.departurePoint);
  const to = placeOf(task.destination, task.destinationPoint);
  return from !== null && to !== null && from !== to;
}

function placeOf(aerodrome: number | null | undefined, point: number | null | undefined): string | null {
  if (point) return `point ${point}`;
  return aerodrome ? `aerodrome ${aerodrome}` : null;
}
