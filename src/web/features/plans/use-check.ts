import type { Values } from '#web/engine/record-validator.ts';
import { useTypedCheck } from '#web/engine/use-typed-check.ts';
import { isCheckable } from './plan-form-schema.ts';
import type { CheckView } from './plan-types.ts';

/** What stands against a plan as it is typed. */
export const useCheck = (values: Values, id: number | null) =>
  useTypedCheck<CheckView>('Navigation', values, id, isCheckable);
