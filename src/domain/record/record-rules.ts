import type { FieldError } from '#domain/text/errors.ts';
import type { Locale } from '#domain/text/label.ts';
import { isTimeZone } from '#domain/text/times.ts';
import { birthDateOf, genderOf } from './formats.ts';
import { orderErrors } from './order-rules.ts';
import { addressSuitsMark } from './registration-mark.ts';
import type { RecordSchema } from './resource.ts';
import { labelAt } from './validation.ts';

/** The places among `fields` of those that contradict the first. Fields that are empty contradict nothing. */
const rules: Record<string, (values: unknown[]) => number[]> = {
  /** Resident identity number, date of birth, gender: the number holds the other two. */
  residentId: ([id, birthDate, gender]) => {
    if (typeof id !== 'string') return [];
    const [born, sex] = [birthDateOf(id), genderOf(id)];
    // A number that is wrong in itself is said where it stands.
    if (born === null) return [];
    return [
      ...(typeof birthDate === 'string' && birthDate !== born ? [1] : []),
      ...(typeof gender === 'string' && gender !== sex ? [2] : []),
    ];
  },
  /** Registration mark, 24-bit address: the address comes from the block of the State of registry. */
  addressOfMark: ([mark, address]) =>
    typeof mark === 'string' && typeof address === 'string' && !addressSuitsMark(mark, address) ? [1] : [],
  /** Key and value of a parameter: what deadlines and screens stand on is a time zone that there is. */
  parameterValue: ([key, value]) =>
    key === 'deadline.timeZone' && typeof value === 'string' && !isTimeZone(value) ? [1] : [],
};

export const agreements: readonly string[] = Object.keys(rules);

/** Every rule between the fields of one record that its schema names: `x-order` and `x-agree`. */
export function ruleErrors(
  schema: RecordSchema,
  record: Record<string, unknown>,
  locale: Locale,
): FieldError[] {
  return [...orderErrors(schema, record, locale), ...agreementErrors(schema, record, locale)];
}

function agreementErrors(
  schema: RecordSchema,
  record: Record<string, unknown>,
  locale: Locale,
): FieldError[] {
  return (schema['x-agree'] ?? []).flatMap(({ rule, fields }) => {
    const broken = rules[rule]?.(fields.map((field) => record[field] ?? undefined)) ?? [];
    return broken.flatMap((place) => {
      const field = fields[place];
      if (field === undefined) return [];
      const values = {
        label: labelAt(schema, [field], locale),
        other: labelAt(schema, [fields[0] ?? ''], locale),
      };
      return [{ field, text: { key: `validation.agree.${rule}`, values } }];
    });
  });
}
