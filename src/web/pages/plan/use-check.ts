import type { Values } from '../../resources/record-validator.ts';
import { isCheckable } from './plan-form-schema.ts';
import type { CheckView } from './plan-types.ts';
import { useTypedCheck } from './use-typed-check.ts';

/** What stands against a plan as it is typed. */
export const useCheck = (values: Values, id: number | null) =>
  useTypedCheck<CheckView>('Navigation', values, id, isCheckable);
