import type { FlowStep } from './flow.ts';

/** What became of a step from one version to the next. */
export interface StepChange {
  kind: 'added' | 'removed' | 'changed' | 'moved';
  name: string;
  /** Its place before and after, from 0. */
  from: number | null;
  to: number | null;
  /** What of it is different. */
  fields: { field: keyof FlowStep; before: unknown; after: unknown }[];
}

const compared: (keyof FlowStep)[] = [
  'name',
  'nameEn',
  'roles',
  'organizationUnits',
  'users',
  'quorum',
  'timeLimitMinutes',
  'onTimeout',
  'mayReturn',
  'mayReassign',
  'ownOrganizationAllowed',
  'condition',
];

/**
 * How the steps of two versions differ, in the order of the later one; what was removed comes last. A step is the same
 * where its name is, or else where it stands in the same place between steps that are.
 */
export function diffSteps(before: FlowStep[], after: FlowStep[]): StepChange[] {
  const pairs = pairUp(before, after);
  const changes: StepChange[] = [];
  const unchanged = [...pairs.values()].sort((a, b) => a - b);
  after.forEach((step, to) => {
    const from = pairs.get(to);
    const was = from === undefined ? undefined : before[from];
    if (from === undefined || !was) {
      changes.push({ kind: 'added', name: step.name, from: null, to, fields: [] });
      return;
    }
    const fields = compared.flatMap((field) =>
      equal(was[field], step[field]) ? [] : [{ field, before: was[field], after: step[field] }],
    );
    // Moved: its place among the steps that stayed is another.
    const moved = unchanged.indexOf(from) !== [...pairs.keys()].sort((a, b) => a - b).indexOf(to);
    if (fields.length > 0) changes.push({ kind: 'changed', name: step.name, from, to, fields });
    else if (moved) changes.push({ kind: 'moved', name: step.name, from, to, fields: [] });
  });
  before.forEach((step, from) => {
    if (![...pairs.values()].includes(from)) {
      changes.push({ kind: 'removed', name: step.name, from, to: null, fields: [] });
    }
  });
  return changes;
}

/** Place after → place before. */
function pairUp(before: FlowStep[], after: FlowStep[]): Map<number, number> {
  const pairs = new Map<number, number>();
  const taken = new Set<number>();
  after.forEach((step, to) => {
    const from = before.findIndex((one, index) => !taken.has(index) && one.name === step.name);
    if (from === -1) return;
    pairs.set(to, from);
    taken.add(from);
  });
  after.forEach((_, to) => {
    if (pairs.has(to) || taken.has(to) || to >= before.length) return;
    pairs.set(to, to);
    taken.add(to);
  });
  return pairs;
}

function equal(a: unknown, b: unknown): boolean {
  return JSON.stringify(plain(a)) === JSON.stringify(plain(b));
}

/** Nothing, an empty list and an empty condition say the same. */
function plain(value: unknown): unknown {
  if (value === undefined || value === '') return null;
  if (Array.isArray(value)) return [...value].sort();
  if (typeof value === 'object' && value !== null && Object.keys(value).length === 0) return null;
  return value;
}
