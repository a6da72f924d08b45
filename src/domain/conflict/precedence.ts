/** Where a task begins and ends, by aerodrome or by point. */
export interface Ends {
  departure?: number | null;
  departurePoint?: number | null;
  destination?: number | null;
  destinationPoint?: number | null;
}

/** Between two priorities of missions, which are whole numbers. */
const localBehind = 0.5;

/**
 * Who goes first (Flight Basic Rules, art. 91): the lower figure. Missions by the priority of their type (1 is the
 * highest; an administrator orders them, training behind tasks), and among equal missions a flight from one place to
 * another before a local one.
 */
export function precedenceOf(priority: number, tasks: readonly Ends[]): number {
  return priority + (tasks.some(isTransit) ? 0 : localBehind);
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
