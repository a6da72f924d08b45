import { isPlanState, type PlanState } from '#domain/plans/states.ts';
import type {
  AirspaceTemplateRecord,
  DetourRecord,
  FlightOrderRecord,
  FlightStatusRecord,
  JobTaskRecord,
  Plan,
  ReportProposalRecord,
} from '#domain/record/records.gen.ts';
import type { SystemFields } from '#domain/record/resource.ts';
import type { StoredRecord } from '#server/engine/records/stored-record.ts';

/** A plan as it is stored: its state is always there. Times are UTC ISO 8601. */
export type PlanRecord = Omit<Required<Plan>, 'state'> & SystemFields & { state: PlanState };
export type TaskRecord = JobTaskRecord;
export type TemplateRecord = AirspaceTemplateRecord;
export type ProposalRecord = ReportProposalRecord;
export type { DetourRecord, FlightOrderRecord, FlightStatusRecord };

/** The store validates by the schema that these types are generated from, so a stored record has their shape. */
export function planRecord(record: StoredRecord): PlanRecord {
  if (!isPlanState(record.state)) throw new Error(`plan ${record.id} has no known state`);
  return record as unknown as PlanRecord;
}

export function taskRecord(record: StoredRecord): TaskRecord {
  return record as unknown as TaskRecord;
}

export function templateRecord(record: StoredRecord): TemplateRecord {
  return record as unknown as TemplateRecord;
}

export function proposalRecord(record: StoredRecord): ProposalRecord {
  return record as unknown as ProposalRecord;
}

export function detourRecord(record: StoredRecord): DetourRecord {
  return record as unknown as DetourRecord;
}

export function flightOrderRecord(record: StoredRecord): FlightOrderRecord {
  return record as unknown as FlightOrderRecord;
}

export function flightStatusRecord(record: StoredRecord): FlightStatusRecord {
  return record as unknown as FlightStatusRecord;
}

/** UTC ms of a stored time; null where there is none. */
export function msOf(time: string | null | undefined): number | null {
  return time === null || time === undefined ? null : Date.parse(time);
}

export function isoOf(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}
