import { usualLength } from './field-schema.ts';
import type { OverlayField } from './overlay.ts';

/** A rule that has become narrower. `entries`: of a list, or of the decimals of a number. */
export type NarrowedRule = 'format' | 'geometry' | 'dictionary' | 'entries';

/**
 * The rules of a published field that stored values may break and that its column has no constraint for. Lengths and
 * limits, choices of one value, `required` and `unique` are counted in SQL (server/db/migration-rules.ts).
 */
export function narrowedRules(was: OverlayField, now: OverlayField): NarrowedRule[] {
  const rules: NarrowedRule[] = [];
  const sameKind = was.kind === now.kind;
  switch (now.kind) {
    case 'text':
      if (now.format !== undefined && !(sameKind && was.format === now.format)) rules.push('format');
      break;
    case 'number':
      if (sameKind && was.decimals === undefined && now.decimals !== undefined) rules.push('entries');
      break;
    case 'geometry':
      if (lacks(now.geometry, was.geometry)) rules.push('geometry');
      break;
    case 'choices':
      if (isFilledFromNow(was, now) || lacks(valuesOf(now), valuesOf(was))) rules.push('entries');
      break;
    case 'texts':
      if (isFilledFromNow(was, now) || (now.maxLength ?? usualLength) < (was.maxLength ?? usualLength))
        rules.push('entries');
      break;
    case 'dictionaries':
      if (isFilledFromNow(was, now)) rules.push('entries');
      if (was.dictionary !== now.dictionary) rules.push('dictionary');
      break;
    case 'dictionary':
      if (was.dictionary !== now.dictionary) rules.push('dictionary');
      break;
  }
  return rules;
}

/** A required list has at least one entry; an empty one is not null. */
const isFilledFromNow = (was: OverlayField, now: OverlayField) =>
  now.required === true && was.required !== true;

const valuesOf = ({ choices = [] }: OverlayField) => choices.map(({ value }) => value);

function lacks(now: readonly string[] = [], was: readonly string[] = []): boolean {
  return was.some((value) => !now.includes(value));
}
