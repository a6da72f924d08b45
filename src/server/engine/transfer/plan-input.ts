import type { ImportChoice, ImportPlan } from '#domain/record/transfer/job.ts';
import { fieldError } from '#domain/text/errors.ts';
import { isObject } from '#domain/text/narrow.ts';

/** Texts of one file for which a person chooses what is meant. */
const mostChoices = 200;

/** The plan of an import, as the body of a request has it. */
export function planIn(body: Record<string, unknown>): ImportPlan {
  const { mapping, mode, key, onError, blanks, choices } = body;
  const columns: Record<string, string> = {};
  for (const [column, field] of Object.entries(isObject(mapping) ? mapping : {})) {
    if (field === null || field === '') continue;
    if (!/^\d{1,3}$/.test(column) || typeof field !== 'string')
      throw fieldError('mapping', 'transfer.plan.mapping');
    columns[column] = field;
  }
  if (mode !== 'insert' && mode !== 'update' && mode !== 'upsert')
    throw fieldError('mode', 'transfer.plan.mode');
  const fields = Array.isArray(key) ? key.filter((field): field is string => typeof field === 'string') : [];
  return {
    mapping: columns,
    mode,
    key: mode === 'insert' ? [] : fields,
    onError: onError === 'all' ? 'all' : 'valid',
    blanks: blanks === 'clear' ? 'clear' : 'keep',
    choices: choicesIn(choices),
  };
}

function choicesIn(given: unknown): ImportChoice[] {
  const choices: unknown[] = Array.isArray(given) ? given : [];
  if (choices.length > mostChoices) throw fieldError('choices', 'transfer.plan.choices');
  return choices.map((choice) => {
    const { field, text, value } = isObject(choice) ? choice : {};
    const whole = typeof value === 'number' && Number.isSafeInteger(value);
    if (typeof field !== 'string' || typeof text !== 'string' || !(whole || typeof value === 'string')) {
      throw fieldError('choices', 'transfer.plan.choices');
    }
    return { field, text, value };
  });
}
