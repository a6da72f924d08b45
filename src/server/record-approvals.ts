import { dayOf } from '#domain/time/wall-clock.ts';
import { createAirspaceCheck } from './features/airspace/airspace-check.ts';
import { createAirspaceFiling } from './features/airspace/airspace-filing.ts';
import { type AuditDeps, createAudit } from './features/approvals/audit-calls.ts';
import { readPlanParameters } from './features/plans/plan-parameters.ts';
import type { Parameters } from './kernel/parameters.ts';

export interface RecordApprovalsDeps extends Omit<AuditDeps, 'today' | 'filings'> {
  parameters: Pick<Parameters, 'all'>;
  /** Where the operator puts the files that they supply. */
  dataFolder?: string;
}

/**
 * The approvals of records, with what an airspace checks when it is submitted: for the server, the demo and
 * the tests.
 */
export function createRecordApprovals({ parameters, dataFolder, ...deps }: RecordApprovalsDeps) {
  const { clock } = deps;
  const check = createAirspaceCheck({ parameters, clock, ...(dataFolder ? { dataFolder } : {}) });
  return createAudit({
    ...deps,
    today: async () => {
      const { deadlines } = await readPlanParameters(parameters);
      return dayOf(clock().getTime(), deadlines.timeZone);
    },
    filings: { airspace: createAirspaceFiling({ check, clock }) },
  });
}
