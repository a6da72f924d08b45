import { describe, expect, test } from 'vitest';
import { resources } from '#resources';
import {
  companyFields,
  errorsByStep,
  partOf,
  userFields,
} from '#web/features/registration/register/application.ts';

const typeOf = (name: string) => {
  const found = resources.find((resource) => resource.name === name);
  if (!found) throw new Error(`there is no ${name}`);
  return found;
};

describe('the form of a registration', () => {
  test.each([
    ['company', companyFields],
    ['user', userFields],
  ])('asks for all that a new %s needs', (name, fields) => {
    const { schema } = typeOf(name);
    expect(fields).toEqual(expect.arrayContaining(schema.required ?? []));
    for (const field of fields) expect(schema.properties).toHaveProperty(field);
  });

  test('is a part of the type, with what a registration demands besides', () => {
    const part = partOf(typeOf('user'), userFields, ['phoneNumber']);
    expect(part.form?.groups?.flatMap(({ fields }) => fields)).toEqual(userFields);
    expect(part.schema.required).toEqual(expect.arrayContaining(['userName', 'name', 'phoneNumber']));
  });
});

test.each([
  [{ 'company.uscc': ['a'] }, 0, { company: { uscc: ['a'] } }],
  [{ 'user.userName': ['b'] }, 1, { user: { userName: ['b'] } }],
  [{ phone: ['c'], phoneCode: ['d'] }, 1, { user: { phoneNumber: ['c'], phoneCode: ['d'] } }],
  [{ protocolVersion: ['e'] }, 2, { protocol: { protocolVersion: ['e'] } }],
  [
    { 'user.password': ['f'], 'company.name': ['g'] },
    0,
    { user: { password: ['f'] }, company: { name: ['g'] } },
  ],
  [{}, 2, {}],
])('what the server finds in %j is said at step %i', (errors, step, parts) => {
  expect(errorsByStep(errors)).toEqual({ step, company: {}, user: {}, protocol: {}, ...parts });
});
