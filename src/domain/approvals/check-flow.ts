import type { Text } from '#domain/text/errors.ts';
import type { DocumentKind, FlowStep } from './flow.ts';

/** A flow as it is drawn: what Publish makes a version of. */
export interface FlowDraft {
  documentKind: DocumentKind;
  condition: Record<string, unknown> | null;
  steps: FlowStep[];
}

/** What a flow may name. */
export interface FlowWorld {
  roles: string[];
  organizationUnits: number[];
  users: number[];
  /** Fields of the document that a condition may ask for. */
  fields: string[];
  /** How many active people each step reaches, in the order of the steps; absent: not known here. */
  people?: number[];
  /** Of these how many act for no company, and so never apply themselves. */
  outsiders?: number[];
}

export interface FlowProblem {
  level: 'error' | 'warning';
  /** Place of the step, from 0; null: the flow as a whole. */
  step: number | null;
  /** Field of the step, or of the flow. */
  field: string;
  text: Text;
}

/** What the conditions of plans and releases are asked of: plan-life.ts makes it. */
export const planDocumentFields = [
  'kind',
  'urgency',
  'unmanned',
  'company',
  'missionType',
  'departure',
  'destination',
  'airspace',
  'upper',
  'lower',
  'upperM',
  'taskCount',
  'durationMinutes',
];

/**
 * All that is wrong with a flow, at its places. Errors forbid publishing it; warnings are for the user who
 * draws it.
 */
export function checkFlow(draft: FlowDraft, world: FlowWorld): FlowProblem[] {
  const problems: FlowProblem[] = [];
  const add = (
    level: FlowProblem['level'],
    step: number | null,
    field: string,
    key: string,
    values?: Text['values'],
  ) =>
    problems.push({ level, step, field, text: { key: `flow.check.${key}`, ...(values ? { values } : {}) } });

  if (draft.steps.length === 0) add('error', null, 'steps', 'noSteps');
  for (const field of unknownFields(draft.condition, world.fields)) {
    add('error', null, 'condition', 'unknownField', { field });
  }
  const names = draft.steps.map(({ name }) => name.trim());
  draft.steps.forEach((step, index) => {
    const name = names[index] ?? '';
    if (name === '') add('error', index, 'name', 'noName');
    else if (names.indexOf(name) < index) add('error', index, 'name', 'sameName', { name });
    if (step.roles.length + step.organizationUnits.length + step.users.length === 0) {
      add('error', index, 'roles', 'nobody', { name });
    }
    for (const role of step.roles) {
      if (!world.roles.includes(role)) add('error', index, 'roles', 'unknownRole', { role });
    }
    for (const unit of step.organizationUnits) {
      if (!world.organizationUnits.includes(unit))
        add('error', index, 'organizationUnits', 'unknownUnit', { unit });
    }
    for (const user of step.users) {
      if (!world.users.includes(user)) add('error', index, 'users', 'unknownUser', { user });
    }
    for (const field of unknownFields(step.condition, world.fields)) {
      add('error', index, 'condition', 'unknownField', { field });
    }
    const named = step.roles.length + step.organizationUnits.length + step.users.length > 0;
    if (named && world.people?.[index] === 0) {
      const level = step.quorum === 'any' ? 'warning' : 'error';
      add(level, index, 'quorum', step.quorum === 'any' ? 'emptySet' : 'quorumOfNobody', { name });
    }
    if (!step.ownOrganizationAllowed && world.people?.[index] && world.outsiders?.[index] === 0) {
      add('warning', index, 'ownOrganizationAllowed', 'onlyApplicants', { name });
    }
    if (step.onTimeout !== 'remind' && step.timeLimitMinutes === null) {
      add('error', index, 'timeLimitMinutes', 'noLimit', { name });
    }
  });
  if (draft.steps.length > 0 && draft.steps.every(({ condition }) => hasCondition(condition))) {
    add('warning', null, 'steps', 'allConditional');
  }
  return problems;
}

function hasCondition(condition: Record<string, unknown> | null): boolean {
  return condition !== null && Object.keys(condition).length > 0;
}

/** The fields that a MongoDB-style condition asks for and the document lacks. */
export function unknownFields(condition: unknown, fields: string[]): string[] {
  const unknown = new Set<string>();
  const walk = (node: unknown): void => {
    if (Array.isArray(node)) for (const one of node) walk(one);
    else if (typeof node === 'object' && node !== null) {
      for (const [key, value] of Object.entries(node)) {
        if (key.startsWith('$')) {
          walk(value);
          continue;
        }
        // `upper.value` asks the altitude of the field `upper`.
        const field = key.split('.')[0] ?? key;
        if (!fields.includes(field)) unknown.add(field);
      }
    }
  };
  walk(condition);
  return [...unknown];
}
