import type { PlanInput } from '#contract/plans/plan-input.ts';
import { leftOutTask, storedOf } from '#domain/plans/filed-fields.ts';
import type { Finding } from '#domain/plans/findings.ts';
import { fieldFinding } from '#server/engine/records/field-findings.ts';
import type { Records } from '#server/engine/records/records.ts';
import { asService, type Caller } from '#server/kernel/caller.ts';
import { termFields } from './standing-term.ts';

/**
 * For what a form would be refused when it is saved: each field of the plan and of its tasks judged as the records
 * judge it, so that the check never lets pass what the save refuses.
 */
export async function fieldsFindings(
  records: Pick<Records, 'validate'>,
  caller: Caller,
  input: PlanInput,
  company: number,
): Promise<Finding[]> {
  const service = asService(caller);
  const plan = {
    ...storedOf('plan', input),
    ...termFields(input),
    company,
  };
  const found = await records.validate(service, 'plan', plan, { trusted: true });
  const findings = found.map((error) => fieldFinding(error));
  for (const [index, task] of input.tasks.entries()) {
    const values = {
      ...leftOutTask,
      ...task,
      company,
      sequence: index + 1,
      crewCount: task.crewCount ?? (task.pilots?.length || null),
    };
    const errors = await records.validate(service, 'jobTask', values, { trusted: true, filled: ['plan'] });
    findings.push(...errors.map((error) => fieldFinding(error, `tasks.${index}.`)));
  }
  return findings;
}
