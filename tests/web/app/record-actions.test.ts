import { describe, expect, test } from 'vitest';
import { resources } from '#resources';
import { recordActions } from '#web/app/record-actions.ts';

/** What an action reads of a record before it is offered for it. */
function fieldsRead(when: (record: Readonly<Record<string, unknown>>) => boolean): string[] {
  const read: string[] = [];
  // Every answer is asked for once as something and once as nothing: a condition stops at the first that decides.
  for (const value of [true, undefined]) {
    when(
      new Proxy<Record<string, unknown>>(
        {},
        {
          get: (_, name) => {
            read.push(String(name));
            return value;
          },
        },
      ),
    );
  }
  return read;
}

describe('what can be done to one record', () => {
  test.each(
    Object.entries(recordActions).flatMap(([name, actions]) =>
      actions.flatMap(({ name: action, when }) => (when === undefined ? [] : [{ name, action, when }])),
    ),
  )('$action of $name depends on fields that such a record has', ({ name, when }) => {
    const fields = Object.keys(resources.find((resource) => resource.name === name)?.schema.properties ?? {});
    const read = fieldsRead(when);
    expect(read).not.toEqual([]);
    expect(fields).toEqual(expect.arrayContaining(read));
  });

  test('a user who never signed in is invited, from the list and from their page', () => {
    const offered = (record: Readonly<Record<string, unknown>>) =>
      recordActions.user
        ?.filter(({ when }) => when?.(record) ?? true)
        .map(({ name }) => name)
        .includes('invite');
    expect(offered({ isActive: true, lastLoginAt: null })).toBe(true);
    expect(offered({ isActive: true, lastLoginAt: '2026-11-25T01:00:00Z' })).toBe(false);
    expect(offered({ isActive: false, lastLoginAt: null })).toBe(false);
  });
});
