import { cellLocks, crewLocks } from '#domain/conflicts/cells.ts';
import { findConflicts, type Volume4d } from '#domain/conflicts/strategic.ts';
import type { Finding } from '#domain/plans/findings.ts';
import type { Engagement } from '#domain/plans/papers.ts';
import type { RecordRule, RecordsWritten } from '#server/engine/records/record-rules.ts';
import type { Transaction } from '#server/engine/records/stored-record.ts';
import { type AirParameters, type AirPlan, checkAir } from './air-check.ts';
import { tellYielding } from './air-notice.ts';
import type { Conflicts, FoundConflict } from './conflicts.ts';
import type { KnownVolume, PlanVolume, VolumeParameters } from './known-volume.ts';

/** A plan that takes its air, or takes it at another time, when its transaction ends. */
export interface Taking {
  plan: AirPlan & { id: number; label: string };
  own: readonly Volume4d[];
  parameters: AirParameters & VolumeParameters;
  /** Whom it engages, and which of them are engaged elsewhere by then; absent: nobody anew. */
  crew?: Crew;
  /** Plans whose operators are told already. */
  notified: ReadonlySet<number>;
  /** The refusal of what stands in the way after all. */
  refuse(errors: Finding[]): Error;
}

/** The aircraft and pilots of a plan. */
export interface Crew {
  /** When the plan has them under way. */
  engaged: readonly Engagement[];
  /** Who of them flies elsewhere then, as of the last refresh: with plans that are not `ignored`, or in `more`. */
  booked(ignored: ReadonlySet<number>, more: readonly Engagement[]): Finding[];
}

export interface AirGuard {
  /** The last word on it is spoken at the end of the transaction, under the locks of its air. */
  take(transaction: Transaction, taking: Taking): void;
  rule: RecordRule;
}

/**
 * Of two who take the same air, aircraft or pilot at the same instant, on whatever servers, one is refused: each
 * transaction ends by locking the cells and days of its air and then its crew, in one order, and checks once more
 * against all that is committed by then. The locks are held only while that is asked, told, and the transaction ends.
 */
export function createAirGuard(conflicts: Conflicts): AirGuard {
  const pending = new WeakMap<Transaction['sql'], Taking[]>();

  async function close({ transaction }: RecordsWritten): Promise<void> {
    const takings = pending.get(transaction.sql);
    const [first] = takings ?? [];
    if (!takings || !first) return;
    const { parameters } = first;
    const engaged = engagedBy(takings);
    await conflicts.lock(transaction.sql, [
      ...cellLocks(
        takings.flatMap(({ own }) => own),
        parameters.buffers,
      ),
      ...crewLocks({
        aircraft: engaged.flatMap(({ subject }) => (subject.resource === 'aircraft' ? [subject.id] : [])),
        pilots: engaged.flatMap(({ subject }) => (subject.resource === 'pilot' ? [subject.id] : [])),
      }),
    ]);
    await conflicts.refresh(transaction.sql, parameters);
    const ignored = new Set(takings.map(({ plan }) => plan.id));
    for (const [index, taking] of takings.entries()) {
      const before = takings.slice(0, index);
      const more = findConflicts<KnownVolume>(taking.own, before.flatMap(volumesOf), parameters.buffers);
      const { findings, yielding } = checkAir(conflicts, taking.plan, taking.own, parameters, {
        ignored,
        more: more satisfies FoundConflict[],
      });
      const errors = [
        ...findings.filter(({ level, code }) => level === 'error' && code === 'conflict.plan'),
        ...(taking.crew?.booked(ignored, engagedBy(before)) ?? []),
      ];
      if (errors.length > 0) throw taking.refuse(errors);
      await tellYielding(
        transaction,
        taking.plan,
        yielding.filter(({ id }) => !taking.notified.has(id)),
      );
    }
  }

  return {
    take({ sql }, taking) {
      pending.set(sql, [...(pending.get(sql) ?? []), taking]);
    },
    rule: { phase: 'reserve', name: 'air, aircraft and pilots are taken by one plan', close },
  };
}

const engagedBy = (takings: Taking[]) => takings.flatMap(({ crew }) => crew?.engaged ?? []);

function volumesOf({ plan, own }: Taking): PlanVolume[] {
  return own.map((volume) => ({
    ...volume,
    owner: { resource: 'plan', id: plan.id, label: plan.label },
    source: 'plan',
    companyId: plan.company,
    precedence: plan.precedence,
  }));
}
