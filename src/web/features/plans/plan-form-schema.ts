import { type Validate, validators } from 'virtual:validators';
import { useEffect, useState } from 'react';
import type { PlanDetail } from '#contract/plans/plan-output.ts';
import { type FiledField, filedFields, inOrder } from '#domain/plans/filed-fields.ts';
import type { FieldSchema, RecordSchema, Resource } from '#domain/record/resource.ts';
import type { Label } from '#domain/text/label.ts';
import { isObject } from '#domain/text/narrow.ts';
import { resourceNamed } from '#web/client/record-types.ts';
import { filledValues } from '#web/engine/merge.ts';
import type { Values } from '#web/engine/record-validator.ts';

const missionFields: FiledField<'plan'>[] = [
  'missionType',
  'urgency',
  'company',
  'unmanned',
  'mission',
  'missionApproval',
];

/** What the operator files of a plan, in the groups of the form; its kind is said by where it is filed. */
const groups: { label: Label; fields: string[] }[] = [
  { label: { 'zh-Hans': '任务', en: 'Mission' }, fields: missionFields },
  { label: { 'zh-Hans': '飞行任务（架次）', en: 'Sorties' }, fields: ['tasks'] },
  {
    label: { 'zh-Hans': '保障与联系', en: 'Support and contact' },
    fields: inOrder(filedFields.plan, ['contact', 'phone'], ['kind', ...missionFields]),
  },
];

/**
 * The fields of a sortie, in the order in which one thinks of a flight; how many fly follows from its pilots.
 */
export const taskFields = inOrder(
  filedFields.jobTask,
  [
    'aircraft',
    'callsign',
    'pilots',
    'rules',
    'etd',
    'eta',
    'departure',
    'destination',
    'departurePoint',
    'destinationPoint',
    'lower',
    'upper',
    'airspace',
    'alternate',
    'geometry',
    'corridorWidthM',
    'ssrCode',
    'route',
  ],
  ['crewCount'],
);

function pick(schema: RecordSchema, fields: string[]): Record<string, FieldSchema> {
  return Object.fromEntries(
    fields.flatMap((field) => {
      const own = schema.properties[field];
      return own ? [[field, own]] : [];
    }),
  );
}

function known(name: string): Resource {
  const resource = resourceNamed(name);
  if (!resource) throw new Error(`there is no resource ${name}`);
  return resource;
}

/**
 * A plan with its sorties as one record, made from the schemas of both: what the form engine draws and
 * judges.
 */
export function planFormResource(): Resource {
  const plan = known('plan');
  const task = known('jobTask').schema;
  const tasks = pick(task, taskFields);
  const own = groups.flatMap(({ fields }) => fields).filter((field) => field !== 'tasks');
  const schema: RecordSchema = {
    $id: 'planForm',
    type: 'object',
    title: plan.schema.title,
    'x-label': plan.schema['x-label'],
    required: [...(plan.schema.required ?? []).filter((field) => own.includes(field)), 'tasks'],
    properties: {
      ...pick(plan.schema, own),
      tasks: {
        type: 'array',
        minItems: 1,
        maxItems: 20,
        'x-label': { 'zh-Hans': '架次', en: 'Sortie' },
        items: {
          type: 'object',
          'x-label': { 'zh-Hans': '架次', en: 'Sortie' },
          required: (task.required ?? []).filter((field) => field in tasks),
          properties: tasks,
        },
      },
    },
  };
  return { ...plan, name: 'planForm', schema, columns: [], search: [], form: { groups } };
}

/** The fields that the form holds, sorties included. */
export const planFormFields = groups.flatMap(({ fields }) => fields);

/**
 * The precompiled judges of both records as one: each sortie is judged by its own schema, and what is wrong
 * is said at its place in the form.
 */
export function joinedValidate(plan: Validate, task: Validate): Validate {
  const validate: Validate = (value) => {
    const { tasks, ...own } = isObject(value) ? value : {};
    const errors: NonNullable<Validate['errors']> = [];
    if (!plan({ kind: 'quick', urgency: 'normal', ...own })) errors.push(...(plan.errors ?? []));
    const list = Array.isArray(tasks) ? tasks : [];
    if (list.length === 0) {
      errors.push({
        keyword: 'required',
        instancePath: '',
        schemaPath: '#/required',
        params: { missingProperty: 'tasks' },
      });
    }
    list.forEach((one: unknown, index) => {
      // Its plan and place are given when it is stored.
      if (task({ ...(isObject(one) ? one : {}), plan: 1, sequence: index + 1 })) return;
      for (const error of task.errors ?? []) {
        errors.push({ ...error, instancePath: `/tasks/${index}${error.instancePath}` });
      }
    });
    plan.errors = null;
    task.errors = null;
    validate.errors = errors;
    return errors.length === 0;
  };
  return validate;
}

export function usePlanValidate(): Validate | undefined {
  const [validate, setValidate] = useState<Validate>();
  useEffect(() => {
    let gone = false;
    void Promise.all([validators.plan?.(), validators.jobTask?.()]).then(([plan, task]) => {
      if (!gone && plan && task) setValidate(() => joinedValidate(plan.validate, task.validate));
    });
    return () => {
      gone = true;
    };
  }, []);
  return validate;
}

/** A new plan: one empty sortie, and their own company where they have one. */
export function newPlanValues(companyId: number | null): Values {
  return {
    urgency: 'normal',
    unmanned: false,
    ...(companyId === null ? {} : { company: companyId }),
    tasks: [{ rules: 'V' }],
  };
}

/** A stored plan as the form holds it: what is empty is absent. */
export function planFormValues({ plan, tasks }: PlanDetail): Values {
  return {
    ...filledValues(plan, planFormFields),
    tasks: tasks.map((task) => filledValues(task, taskFields)),
  };
}

/** Can a check be asked of the server? It needs what every sortie stands on. */
export function isCheckable(values: Values): boolean {
  const { missionType, company, tasks } = values;
  return (
    typeof missionType === 'number' &&
    typeof company === 'number' &&
    Array.isArray(tasks) &&
    tasks.length > 0 &&
    tasks.every(
      (task) =>
        isObject(task) &&
        typeof task.callsign === 'string' &&
        typeof task.aircraft === 'number' &&
        typeof task.etd === 'string' &&
        typeof task.eta === 'string',
    )
  );
}

/**
 * The errors of an answer at the fields of the form: a call that takes several plans names the first by its
 * place.
 */
export function formErrors(errors: Record<string, string[]>): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(errors).map(([field, texts]) => [field.replace(/^plans[./]0[./]/, ''), texts]),
  );
}
