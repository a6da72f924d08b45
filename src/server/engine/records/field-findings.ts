import type { Finding } from '#domain/plans/findings.ts';
import type { FieldError } from '#domain/text/errors.ts';

/** What a record refuses at a field, as a check tells it. `prefix`: where the record is in the form. */
export function fieldFinding({ field, text }: FieldError, prefix = ''): Finding {
  return {
    level: 'error',
    code: 'field',
    rule: 'records.rule.fields',
    field: `${prefix}${field}`,
    message: text,
    with: null,
  };
}
