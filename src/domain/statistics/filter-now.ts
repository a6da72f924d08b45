import { aggregateField } from '#domain/record/aggregates.ts';
import type { Resource } from '#domain/record/resource.ts';
import { isObject } from '#domain/text/narrow.ts';
import { daysOf, timesOf } from './relative-dates.ts';

/**
 * A filter as an address keeps it, as the records endpoint reads it: relative dates are the days or times that they mean at
 * this moment, an open end of a range is a bound. Whatever else it holds stays as it is, for the endpoint to judge; undefined:
 * a relative date that is none.
 */
export function filterNow(resource: Resource, filter: unknown, nowMs: number, timeZone: string): unknown {
  if (!isObject(filter)) return filter;
  const { field, operator, value } = filter;
  if (operator === 'and' || operator === 'or') {
    if (!Array.isArray(value)) return filter;
    const parts = value.map((part: unknown) => filterNow(resource, part, nowMs, timeZone));
    return parts.includes(undefined) ? undefined : { operator, value: parts };
  }
  if (operator === 'relative') {
    const timed = aggregateField(resource, String(field))?.format === 'date-time';
    const span = (timed ? timesOf : daysOf)(String(value), nowMs, timeZone);
    return span && { field, operator: 'between', value: span };
  }
  if (operator === 'between' && Array.isArray(value)) {
    const [first, second]: unknown[] = value;
    if (second === '' || second === undefined) return { field, operator: 'gte', value: first };
    if (first === '') return { field, operator: 'lte', value: second };
  }
  return filter;
}
