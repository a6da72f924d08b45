import type { PlanState } from '#domain/plans/states.ts';
import type { PlanItem } from '#web/features/plans/plan-types.ts';

export interface BoardGroup {
  id: number;
  name: string;
  count: number;
  flying: number;
  flown: number;
}

export interface BoardList {
  /** All there are; `items` are the first of them. */
  total: number;
  items: PlanItem[];
}

/** What Navigation/GetBoard answers. Times are UTC, ISO 8601. */
export interface Board {
  at: string;
  timeZone: string;
  /** Today on the wall of `timeZone`. */
  day: string;
  unitName: string | null;
  states: { state: PlanState; count: number }[];
  hours: { hour: number; planned: number; departed: number; landed: number }[];
  totals: { plans: number; sorties: number; minutes: number; delayed: number };
  flying: BoardList;
  next: BoardList;
  waiting: BoardList;
  overdue: BoardList;
  companies: BoardGroup[];
  missionTypes: BoardGroup[];
}

/** Whose day is shown beside all that the caller sees. */
export interface BoardUnit {
  company: number | null;
  area: number | null;
}
