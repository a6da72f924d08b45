import type { Validate } from 'virtual:validators';
import { describe, expect, test, vi } from 'vitest';
import { actionsFrom, partiesOf, planActions } from '#domain/plans/machine.ts';
import { planStates } from '#domain/plans/states.ts';
import { actsFor, nextAction, openStates } from '#web/features/plans/next-action.ts';
import { needsOf, weightOf } from '#web/features/plans/plan-act.ts';
import {
  formErrors,
  isCheckable,
  joinedValidate,
  planFormFields,
  planFormResource,
  taskFields,
} from '#web/features/plans/plan-form-schema.ts';
import { toastSeconds } from '#web/features/plans/toast-seconds.ts';

// Before the imports: preferences are read from cookies as soon as they are loaded.
vi.hoisted(() => vi.stubGlobal('document', { cookie: '', documentElement: {} }));

describe('the next action of an operator', () => {
  test.each([
    [0, 'submit'],
    [1, null],
    [2, null],
    [3, 'submit'],
    [4, 'applyRelease'],
    [5, null],
    [6, null],
    [7, 'applyRelease'],
    [8, 'takeOff'],
    [9, 'land'],
    [10, null],
    [11, null],
    [12, null],
  ])('in state %i it is %s', (state, action) => {
    expect(nextAction(state)).toBe(action);
  });

  test('is always one that the machine allows them', () => {
    for (const state of planStates) {
      const action = nextAction(state);
      if (action === null) continue;
      expect(actionsFrom(state)).toContain(action);
      expect(partiesOf(action)).toContain('operator');
    }
  });

  test('is there for no value that is no state', () => {
    expect(nextAction(13)).toBeNull();
    expect(nextAction('4')).toBeNull();
  });

  test('plans under way are those that are not over', () => {
    expect(planStates.filter((state) => !openStates.includes(state))).toEqual([10, 11, 12]);
  });
});

describe('who acts for a company', () => {
  const actor = {
    userId: 1,
    userName: 'u',
    name: 'u',
    companyId: 7,
    companyIds: [7],
    coverageIds: [],
    roles: ['OM'],
    permissions: ['Pages.Navigation', 'Pages.Navigation.Create'],
    organizationUnitIds: [],
  };
  test.each([
    ['the user’s own company', actor, 7, true],
    ['another company', actor, 8, false],
    ['without the right to file', { ...actor, permissions: ['Pages.Navigation'] }, 7, false],
    ['an administrator', { ...actor, companyIds: [], permissions: ['Pages.Admin'] }, 8, true],
  ])('%s', (_, who, company, expected) => {
    expect(actsFor(who, company)).toBe(expected);
  });
  test('nobody signed in', () => expect(actsFor(undefined, 7)).toBe(false));
});

describe('what an action asks', () => {
  test('whatever the machine refuses without a reason is asked for one', () => {
    for (const action of ['reject', 'refuse', 'cancel', 'return'] as const) {
      expect(needsOf(action)).toContain('reason');
    }
    expect(needsOf('allowRestricted')).toContain('restriction');
  });

  test('nothing that ends or takes back a plan goes out at a single click', () => {
    for (const action of planActions) {
      if (weightOf(action) === 'danger') expect(needsOf(action)).not.toEqual([]);
    }
    for (const action of ['delete', 'split', 'revertReport', 'withdrawRelease'] as const) {
      expect(needsOf(action)).toEqual(['sure']);
    }
  });
});

describe('how long a message stays (specification §9)', () => {
  test.each([
    ['plan.takeOff', 6],
    ['plan.land', 6],
    ['plan.submit', 0],
    ['plan.approve', 0],
    ['plan.reject', 0],
    ['plan.applyRelease', 0],
    ['plan.allow', 0],
    ['plan.cancel', 60],
    ['plan.withdraw', 60],
    ['plan.lapse', 60],
    ['plan.edit', null],
    ['plan.takeUp', null],
    ['airspace.update', null],
  ])('%s: %s s', (type, seconds) => expect(toastSeconds(type)).toBe(seconds));
});

describe('the form of a plan', () => {
  test('is made of fields that both schemas have, each with its label', () => {
    const { schema } = planFormResource();
    expect(Object.keys(schema.properties).sort()).toEqual([...planFormFields].sort());
    const { items } = schema.properties.tasks ?? {};
    expect(Object.keys(items?.properties ?? {}).sort()).toEqual([...taskFields].sort());
    for (const own of [...Object.values(schema.properties), ...Object.values(items?.properties ?? {})]) {
      expect(own['x-label']?.['zh-Hans']).toBeTruthy();
      expect(own['x-label']?.en).toBeTruthy();
    }
    expect(items?.required).toEqual(['callsign', 'aircraft', 'etd', 'eta']);
  });

  const error = { keyword: 'required', schemaPath: '', instancePath: '', params: { missingProperty: 'etd' } };
  const good = (): Validate => () => true;
  const bad = (): Validate => {
    const validate: Validate = () => {
      validate.errors = [error];
      return false;
    };
    return validate;
  };

  test('says what is wrong with a sortie at its place', () => {
    const validate = joinedValidate(good(), bad());
    expect(validate({ tasks: [{}, {}] })).toBe(false);
    expect(validate.errors?.map(({ instancePath }) => instancePath)).toEqual(['/tasks/0', '/tasks/1']);
  });

  test('needs a sortie', () => {
    const validate = joinedValidate(good(), good());
    expect(validate({})).toBe(false);
    expect(validate.errors?.[0]?.params).toEqual({ missingProperty: 'tasks' });
    expect(validate({ tasks: [{}] })).toBe(true);
    expect(validate.errors).toEqual([]);
  });

  test('is checked as soon as every sortie has what a check stands on', () => {
    const task = { callsign: 'B10QA', aircraft: 3, etd: '2026-11-22T01:00:00Z', eta: '2026-11-22T02:00:00Z' };
    const plan = { missionType: 2, company: 1, tasks: [task] };
    expect(isCheckable(plan)).toBe(true);
    expect(isCheckable({ ...plan, company: undefined })).toBe(false);
    expect(isCheckable({ ...plan, tasks: [] })).toBe(false);
    expect(isCheckable({ ...plan, tasks: [task, { ...task, eta: undefined }] })).toBe(false);
  });

  test('takes the errors of a call for several plans as its own', () => {
    expect(formErrors({ 'plans.0.tasks.0.etd': ['a'], 'tasks.1.pilots': ['b'], company: ['c'] })).toEqual({
      'tasks.0.etd': ['a'],
      'tasks.1.pilots': ['b'],
      company: ['c'],
    });
  });
});
