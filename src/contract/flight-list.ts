import type { StatusSource } from '#domain/plans/flight-status.ts';
import type { PlanState } from '#domain/plans/states.ts';

/** The flight record of specification §3: one sortie of a plan. Times are UTC ISO 8601. */
export interface FlightRecord {
  /** Of the job task. */
  id: number;
  callsign: string;
  s_FLT: number;
  /** Its label, as §4 has it. */
  label: string;
  /** What brought it there, and the reason of whoever set it by hand. */
  source: StatusSource;
  reason: string | null;
  /** Scheduled off-block time. */
  sobt: string | null;
  /** Variable taxi time, minutes: light aircraft leave from where they stand. */
  vtt: number | null;
  atot: string | null;
  aldt: string | null;
  /** When it is to be down: by the plan, and where it left late, as much later. */
  eldt: string | null;
  /** Location indicator, or the name of a place that has none. */
  deP_A: string | null;
  arR_A: string | null;
  /** English names of the same; null: an indicator, or a place without an English name. */
  deP_AEn?: string | null;
  arR_AEn?: string | null;
  /** Whole minutes (§4); null, shown as '--', where there is none. */
  delay: number | null;
  plan: {
    id: number;
    planNumber: string;
    state: PlanState;
    companyName: string | null;
    companyNameEn?: string | null;
  };
}

/** The flights of now. What is absent of a message is as it was. */
export interface FlightList {
  /** `picture` replaces all that the client holds; `changes` updates and removes. */
  kind: 'picture' | 'changes';
  /** UTC ms. */
  at: number;
  /** Of a picture in the order of the list. */
  flights: FlightRecord[];
  removed: number[];
  /** The ids in order, where the order has changed. */
  order?: number[];
}

/** Server → client: whole once connected, then what changes. */
export interface FlightEvents {
  getFullSortMessage: [list: FlightList];
}
