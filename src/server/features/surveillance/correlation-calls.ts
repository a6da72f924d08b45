import { boundToCompanies } from '#domain/identity/access.ts';
import { planState } from '#domain/plans/states.ts';
import type { Target } from '#domain/surveillance/track/target.ts';
import { AppError, fieldError, refused } from '#domain/text/errors.ts';
import type { Records } from '#server/engine/records/records.ts';
import type { Transaction } from '#server/engine/records/stored-record.ts';
import { type PlanRecord, planRecord } from '#server/features/plans/plan-rows.ts';
import { lockPlan } from '#server/features/plans/plan-store.ts';
import { implement, type Service } from '#server/http/service.ts';
import { asService, type Caller, userIdOf } from '#server/kernel/caller.ts';
import type { Correlations } from './correlations.ts';

const mostCandidates = 20;

/** Correlation of targets with plans by hand: whoever watches the air for everybody, no operator. */
export function createTrackCorrelationService(deps: {
  records: Records;
  correlations: Pick<Correlations, 'candidates' | 'refresh'>;
  target: (id: string) => Target | undefined;
  clock: () => Date;
}): Service {
  const { records, clock } = deps;

  function targetFor(caller: Caller, id: string): Target {
    const target = deps.target(id);
    if (!target) throw fieldError('track', 'track.refused.gone');
    if (boundToCompanies(caller.actor)) throw new AppError('forbidden', { key: 'plan.refused.watchOnly' });
    return target;
  }

  /** What was said of the target before gives way to what is said now. */
  async function say(
    transaction: Transaction,
    caller: Caller,
    { id, icao24, callsign }: Target,
    kind: 'join' | 'cut',
    plan: PlanRecord,
  ): Promise<void> {
    const service = asService(caller);
    const at = clock().toISOString();
    const before = await records.rows(
      service,
      'trackCorrelation',
      {
        filter: { field: 'track', operator: 'eq', value: id },
        sort: [{ field: 'id', order: 'asc' }],
        most: 500,
      },
      transaction.sql,
    );
    for (const one of before) {
      if (one.endedAt || (kind === 'cut' && one.kind === 'cut' && one.plan !== plan.id)) continue;
      await records.update(service, 'trackCorrelation', one.id, one.version, { endedAt: at }, transaction);
    }
    await records.create(
      service,
      'trackCorrelation',
      {
        track: id,
        icao24: icao24?.toLowerCase() ?? null,
        callsign,
        kind,
        plan: plan.id,
        company: plan.company,
        setBy: userIdOf(caller),
        setAt: at,
      },
      transaction,
    );
  }

  return implement('TrackCorrelation', {
    async GetCandidates({ track }, caller) {
      const found = deps.correlations.candidates(targetFor(caller, track));
      const best = [...new Map(found.map((one) => [one.planId, one] as const).reverse()).values()]
        .sort((a, b) => b.score - a.score)
        .slice(0, mostCandidates);
      if (best.length === 0) return [];
      const items = await records.rows(caller, 'plan', {
        most: best.length,
        filter: { field: 'id', operator: 'in', value: best.map(({ planId }) => planId) },
      });
      const plans = new Map(items.map((item) => [item.id, planRecord(item)]));
      return best.flatMap(({ planId, score, reasons }) => {
        const plan = plans.get(planId);
        if (!plan) return [];
        const planNumber = plan.planNumber ?? `#${planId}`;
        return [{ plan: planId, planNumber, callsign: plan.callsign ?? planNumber, score, reasons }];
      });
    },

    async Correlate({ track, plan: planId }, caller) {
      const target = targetFor(caller, track);
      await records.transaction(async (transaction) => {
        const plan = await lockPlan(records, transaction, caller, planId);
        if (plan.state !== planState.releaseAllowed && plan.state !== planState.inFlight)
          throw fieldError('plan', 'track.refused.notFlying');
        await say(transaction, caller, target, 'join', plan);
      });
      await deps.correlations.refresh();
      return null;
    },

    async Cut({ track }, caller) {
      const target = targetFor(caller, track);
      const { planId } = target;
      if (planId === null) throw refused('track.refused.noPlan');
      await records.transaction(async (transaction) => {
        const plan = await lockPlan(records, transaction, caller, planId);
        await say(transaction, caller, target, 'cut', plan);
      });
      await deps.correlations.refresh();
      return null;
    },
  });
}
