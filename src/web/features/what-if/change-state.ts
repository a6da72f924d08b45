import type { InputOf } from '#contract/services.ts';
import type { ChangeableType } from '#domain/what-if/changes.ts';

export type Change = InputOf<'WhatIf', 'Start'>['changes'][number];

/** A change as it is being typed. */
export interface ChangeRow {
  key: number;
  of: ChangeableType | 'flow';
  id: number | undefined;
  field: string | undefined;
  value: unknown;
}

export const emptyRow = (key: number): ChangeRow => ({
  key,
  of: 'parameter',
  id: undefined,
  field: 'value',
  value: undefined,
});

/** The change of a row; null: something is missing. */
export function changeOf({ of, id, field, value }: ChangeRow): Change | null {
  if (id === undefined) return null;
  if (of === 'flow') return { kind: 'flow', id };
  return field === undefined ? null : { kind: 'field', resource: of, id, field, value: value ?? null };
}
