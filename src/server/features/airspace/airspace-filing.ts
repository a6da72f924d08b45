import { airspaceMove } from '#domain/airspace/machine.ts';
import { AppError } from '#domain/text/errors.ts';
import type { AuditFiling } from '#server/features/approvals/audit-acts.ts';
import { userIdOf } from '#server/kernel/caller.ts';
import type { AirspaceChecks } from './airspace-check.ts';
import { draftOf, standingOf } from './airspace-rows.ts';

/**
 * What the submission of an airspace asks for beside what every audit asks: the contents of Order 371, art. 7, its
 * clock (art. 9), and nothing in the way. The level that the extent proposes goes into the document that flows read.
 */
export function createAirspaceFiling(deps: { check: AirspaceChecks; clock: () => Date }): AuditFiling {
  const { check, clock } = deps;
  return {
    async submit(transaction, caller, record) {
      const now = clock();
      const move = airspaceMove('submit', standingOf(record, now.getTime()));
      if (!move.ok) throw new AppError('conflict', move.why, { explanation: { key: move.rule } });
      const { findings, level, decideBy } = await check(transaction.sql, draftOf(record));
      const errors = findings.filter((finding) => finding.level === 'error');
      const [first] = errors;
      if (first) {
        throw new AppError(
          'validation',
          { key: 'airspace.refused.findings', values: { count: errors.length } },
          {
            fields: errors.map(({ field, message }) => ({ field, text: message })),
            explanation: { key: first.rule },
          },
        );
      }
      return {
        submittedAt: now.toISOString(),
        submittedBy: userIdOf(caller),
        decideBy: decideBy === null ? null : new Date(decideBy).toISOString(),
        decidedAt: null,
        proposedLevel: level.level,
      };
    },
  };
}
