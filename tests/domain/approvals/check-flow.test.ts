import { describe, expect, test } from 'vitest';
import { checkFlow, type FlowDraft, type FlowWorld, unknownFields } from '#domain/approvals/check-flow.ts';
import { diffSteps } from '#domain/approvals/diff-flow.ts';
import { type FlowStep, readStep } from '#domain/approvals/flow.ts';
import { sharedTexts } from '#domain/text/locales/index.ts';
import { resources } from '#resources';

const step = (change: Partial<FlowStep> = {}): FlowStep => ({
  ...readStep({ name: '初审', roles: ['ATMB'] }),
  ...change,
});
const draft = (...steps: FlowStep[]): FlowDraft => ({ documentKind: 'aircraft', condition: null, steps });
const world: FlowWorld = {
  roles: ['ATMB', 'AIW'],
  organizationUnits: [4],
  users: [20],
  fields: ['mtowKg', 'company'],
};

describe('what is wrong with a flow', () => {
  test.each<[string, FlowDraft, Partial<FlowWorld>, string[]]>([
    ['nothing', draft(step(), step({ name: '终审' })), {}, []],
    ['no step', draft(), {}, ['error null steps noSteps']],
    ['nobody', draft(step({ roles: [] })), {}, ['error 0 roles nobody']],
    ['no name', draft(step({ name: ' ' })), {}, ['error 0 name noName']],
    ['two of one name', draft(step(), step({ name: '初审 ' })), {}, ['error 1 name sameName']],
    ['an unknown role', draft(step({ roles: ['ATMB', 'XX'] })), {}, ['error 0 roles unknownRole']],
    [
      'an unknown unit and an unknown user',
      draft(step({ organizationUnits: [5], users: [21] })),
      {},
      ['error 0 organizationUnits unknownUnit', 'error 0 users unknownUser'],
    ],
    [
      'a condition on what the document lacks',
      draft(step(), step({ name: '终审', condition: { wingspan: { $gt: 3 } } })),
      {},
      ['error 1 condition unknownField'],
    ],
    [
      'a condition of the flow on what the document lacks',
      { ...draft(step()), condition: { $or: [{ mtowKg: 1 }, { colour: 'red' }] } },
      {},
      ['error null condition unknownField'],
    ],
    [
      'a majority of nobody',
      draft(step({ quorum: 'majority' })),
      { people: [0] },
      ['error 0 quorum quorumOfNobody'],
    ],
    [
      'people of applicants alone',
      draft(step(), step({ name: '终审', ownOrganizationAllowed: true })),
      { people: [2, 2], outsiders: [0, 0] },
      ['warning 0 ownOrganizationAllowed onlyApplicants'],
    ],
    ['some who act for no company', draft(step()), { people: [2], outsiders: [1] }, []],
    ['any one of nobody now', draft(step()), { people: [0] }, ['warning 0 quorum emptySet']],
    [
      'an end without a time limit',
      draft(step({ onTimeout: 'approve' })),
      {},
      ['error 0 timeLimitMinutes noLimit'],
    ],
    [
      'conditions on every step',
      draft(step({ condition: { mtowKg: { $gt: 1 } } })),
      {},
      ['warning null steps allConditional'],
    ],
  ])('%s', (_, flow, change, expected) => {
    const found = checkFlow(flow, { ...world, ...change });
    expect(
      found.map(({ level, step: at, field, text }) => `${level} ${at} ${field} ${text.key.slice(11)}`),
    ).toEqual(expected);
    for (const { text } of found) {
      for (const texts of Object.values(sharedTexts)) expect(texts[text.key]).toBeTruthy();
    }
  });

  test('every field of an audited record may be asked for, by its path too', () => {
    const fields = Object.keys(resources.find(({ name }) => name === 'aircraft')?.schema.properties ?? {});
    expect(
      unknownFields({ mtowKg: { $gt: 5700 }, 'type.x': 1, $and: [{ status: { $in: ['a'] } }] }, fields),
    ).toEqual([]);
    expect(unknownFields({ $nor: [{ nothing: 1 }] }, fields)).toEqual(['nothing']);
  });
});

describe('the difference of two versions', () => {
  const [a, b, c] = [step({ name: 'a' }), step({ name: 'b' }), step({ name: 'c' })];
  test.each<[string, FlowStep[], FlowStep[], string[]]>([
    ['the same', [a, b], [a, b], []],
    ['one more', [a], [a, b], ['added b']],
    ['one less', [a, b, c], [a, c], ['removed b']],
    ['in another order', [a, b, c], [c, a, b], ['moved c', 'moved a', 'moved b']],
    ['another quorum', [a, b], [a, { ...b, quorum: 'all' }], ['changed b quorum']],
    ['another name in its place', [a, b], [a, { ...b, name: 'x' }], ['changed x name']],
    ['roles in another order are the same', [step({ roles: ['A', 'B'] })], [step({ roles: ['B', 'A'] })], []],
    ['an empty condition is none', [a], [{ ...a, condition: {} }], []],
  ])('%s', (_, before, after, expected) => {
    const found = diffSteps(before, after).map(({ kind, name, fields }) =>
      [kind, name, ...fields.map(({ field }) => field)].join(' '),
    );
    expect(found).toEqual(expected);
  });
});
