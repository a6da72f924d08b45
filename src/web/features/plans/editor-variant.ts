import type { ReactNode } from 'react';
import type { PlanDetail, Suggestion } from '#contract/plans/plan-output.ts';
import type { Resource } from '#domain/record/resource.ts';
import type { Values } from '#web/engine/record-validator.ts';
import { planFormFields, planFormResource, planFormValues } from './plan-form-schema.ts';

/** How the editor of one kind of plan differs from that of another: its fields, and where it leads. */
export interface EditorVariant {
  resource: () => Resource;
  /** The fields that the form holds, sorties included. */
  fields: string[];
  /** A stored plan as the form holds it. */
  valuesOf: (detail: PlanDetail) => Values;
  /** What is typed as it is checked and sent. */
  planOf: (values: Values) => Values;
  /** The form's own name of a field that the server names. */
  fieldOf: (field: string) => string;
  /** A sortie of the form with the free time or level that was offered. */
  taskWith: (task: Values, suggestion: Suggestion) => Values;
  /** The list that its plans stand in, and the keys of its name and of that of a new plan. */
  list: { path: string; titleKey: string };
  /** Where many of them are filled in at once. */
  sheetPath?: string;
  newKey: string;
  pageOf: (id: number) => string;
  /** Stands above the map. */
  beside?: (values: Values) => ReactNode;
}

/** A plan of one day. */
export const planVariant: EditorVariant = {
  resource: planFormResource,
  fields: planFormFields,
  valuesOf: planFormValues,
  planOf: (values) => values,
  fieldOf: (field) => field,
  taskWith: (task, { kind, etd, eta, lower, upper }) =>
    kind === 'time' ? { ...task, etd, eta } : { ...task, lower, upper },
  list: { path: '/navigation/navigation', titleKey: 'plan.page.plan' },
  sheetPath: '/navigation/addNavPlan',
  newKey: 'plan.add.title',
  pageOf: (id) => `/navigation/details?id=${id}`,
};
