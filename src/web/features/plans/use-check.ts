import type { Values } from '#web/engine/record-validator.ts';
import { useTypedCheck } from '#web/engine/use-typed-check.ts';
import { isCheckable } from './plan-form-schema.ts';

/** What stands against a plan as it is typed. */
export const useCheck = (values: Values, id: number | null) =>
  useTypedCheck('Navigation', values, id, isCheckable);
