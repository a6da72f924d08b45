import type { ProposalView } from '#contract/plans/report-proposals.ts';
import { planState } from '#domain/plans/states.ts';
import { AppError, refused } from '#domain/text/errors.ts';
import type { Locale } from '#domain/text/label.ts';
import { textIn } from '#domain/text/locales/text-in.ts';
import { stringOf } from '#domain/text/narrow.ts';
import { formatWall } from '#domain/time/wall-clock.ts';
import type { Records } from '#server/engine/records/records.ts';
import type { Transaction } from '#server/engine/records/stored-record.ts';
import { asService, type Caller, systemCaller, userIdOf } from '#server/kernel/caller.ts';
import { inBoth, titleInBoth } from '#server/kernel/in-both.ts';
import type { PlanParameters } from './plan-parameters.ts';
import type { PlanReports } from './plan-reports.ts';
import { type PlanRecord, type ProposalRecord, planRecord, proposalRecord } from './plan-rows.ts';
import { isOperatorOf, lockPlan } from './plan-store.ts';

/** A take-off or a landing that surveillance saw. */
export interface Sighting {
  plan: number;
  jobTask: number | null;
  kind: 'takeOff' | 'landing';
  /** UTC ms. */
  at: number;
  airport: number | null;
  point: number | null;
  icao24: string | null;
  callsign: string | null;
  source: number | null;
  /** The same for the same take-off or landing on every server. */
  sightingKey: string;
}

/** Reports that surveillance proposes and a person accepts (decisions.md §4: take-off and landing). */
export interface ReportProposals {
  propose(sighting: Sighting): Promise<void>;
  open(caller: Caller): Promise<ProposalView[]>;
  accept(
    caller: Caller,
    id: number,
    change: { at: number | null; actualNum: number | null },
  ): Promise<PlanRecord>;
  dismiss(caller: Caller, id: number, reason: string | null): Promise<void>;
}

/** The state in which a plan waits for such a report. */
const waitsIn = { takeOff: planState.releaseAllowed, landing: planState.inFlight } as const;

export function createReportProposals(deps: {
  records: Records;
  reports: Pick<PlanReports, 'report'>;
  clock: () => Date;
  readParameters: () => Promise<PlanParameters>;
}): ReportProposals {
  const { records, reports, clock } = deps;
  const watcher = systemCaller('surveillance');

  /** Tells whoever the plan concerns, as every change of it does. */
  async function announce(transaction: Transaction, plan: PlanRecord, sighting: Sighting): Promise<void> {
    const { timeZone } = (await deps.readParameters()).deadlines;
    const values = {
      planNumber: plan.planNumber ?? `#${plan.id}`,
      callsign: sighting.callsign ?? plan.callsign ?? '',
      at: formatWall(sighting.at, timeZone).slice(11),
    };
    const key = `plan.proposal.${sighting.kind}`;
    const content = (locale: Locale) => textIn({ key, values }, locale);
    transaction.announce({
      resource: 'plan',
      id: plan.id,
      action: 'update',
      record: { ...plan },
      message: {
        type: 'plan.reportProposed',
        ...titleInBoth('plan.proposal.title'),
        ...inBoth(content),
        message: '',
        unit: null,
        actualNum: plan.actualNum ?? null,
        state: plan.state,
      },
      by: null,
      at: clock().toISOString(),
    });
  }

  async function locked(transaction: Transaction, caller: Caller, id: number): Promise<ProposalRecord> {
    await transaction.sql
      .selectFrom('reportProposal')
      .select('id')
      .where('id', '=', id)
      .forUpdate()
      .execute();
    const proposal = proposalRecord(await records.get(caller, 'reportProposal', id, transaction.sql));
    if (!isOperatorOf(caller, proposal.company)) {
      throw new AppError('forbidden', { key: 'plan.refused.otherCompany' });
    }
    if (proposal.state !== 'open') throw refused('plan.refused.proposalDecided');
    return proposal;
  }

  const decided = (
    transaction: Transaction,
    caller: Caller,
    proposal: ProposalRecord,
    values: Record<string, unknown>,
  ) =>
    records.update(
      asService(caller),
      'reportProposal',
      proposal.id,
      proposal.version,
      { ...values, decidedBy: userIdOf(caller), decidedAt: clock().toISOString() },
      transaction,
    );

  return {
    propose: (sighting) =>
      records.transaction(async (transaction) => {
        const plan = await lockPlan(records, transaction, watcher, sighting.plan);
        // Reported meanwhile, or proposed by another server that saw the same.
        if (plan.state !== waitsIn[sighting.kind]) return;
        const known = await transaction.sql
          .selectFrom('reportProposal')
          .select('id')
          .where('plan', '=', plan.id)
          .where('sightingKey', '=', sighting.sightingKey)
          .executeTakeFirst();
        if (known) return;
        await records.create(
          watcher,
          'reportProposal',
          { ...sighting, at: new Date(sighting.at).toISOString(), company: plan.company, state: 'open' },
          transaction,
        );
        await announce(transaction, plan, sighting);
      }),

    async open(caller) {
      const items = await records.rows(caller, 'reportProposal', {
        most: 500,
        sort: [{ field: 'at', order: 'asc' }],
        filter: { field: 'state', operator: 'eq', value: 'open' },
      });
      const proposals = items.map(proposalRecord);
      if (proposals.length === 0) return [];
      const found = await records.rows(caller, 'plan', {
        most: proposals.length,
        filter: { field: 'id', operator: 'in', value: [...new Set(proposals.map(({ plan }) => plan))] },
      });
      const plans = new Map(found.map((item) => [item.id, planRecord(item)]));
      const labels = await records.labels(caller, 'reportProposal', items);
      return proposals.flatMap((proposal) => {
        const plan = plans.get(proposal.plan);
        // Who has reported it themselves needs no proposal any more.
        if (!plan || plan.state !== waitsIn[proposal.kind]) return [];
        const label = (field: string) => {
          const value = labels.get(proposal.id)?.[field];
          return stringOf(value);
        };
        return [
          {
            id: proposal.id,
            plan: plan.id,
            planNumber: plan.planNumber ?? `#${plan.id}`,
            planState: plan.state,
            jobTask: proposal.jobTask ?? null,
            callsign: proposal.callsign ?? plan.callsign ?? null,
            companyName: label('company'),
            kind: proposal.kind,
            at: proposal.at,
            airport: proposal.airport ?? null,
            airportName: label('airport'),
            point: proposal.point ?? null,
            pointName: label('point'),
            icao24: proposal.icao24 ?? null,
            mayDecide:
              isOperatorOf(caller, plan.company) && caller.actor.permissions.some((one) => makers.has(one)),
          },
        ];
      });
    },

    accept: (caller, id, change) =>
      records.transaction(async (transaction) => {
        const proposal = await locked(transaction, caller, id);
        const at = change.at ?? Date.parse(proposal.at);
        await decided(transaction, caller, proposal, { state: 'accepted' });
        return reports.report(
          { ...caller, source: 'surveillance' },
          proposal.plan,
          proposal.kind === 'takeOff' ? 9 : 10,
          at,
          change.actualNum,
          {
            transaction,
            ...(proposal.kind === 'landing'
              ? { landedAt: { airport: proposal.airport ?? null, point: proposal.point ?? null } }
              : {}),
            detail: { proposal: proposal.id, seenAt: proposal.at, icao24: proposal.icao24 ?? null },
          },
        );
      }),

    dismiss: (caller, id, reason) =>
      records.transaction(async (transaction) => {
        const proposal = await locked(transaction, caller, id);
        await decided(transaction, caller, proposal, { state: 'dismissed', reason });
      }),
  };
}

const makers = new Set(['Pages.Navigation.Create', 'Pages.Admin']);
