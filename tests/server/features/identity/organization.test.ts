import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { idOf, makeUser, type Row, rowsOf } from '#tests/support/people.ts';
import { type Answer, type RunningTestServer, startTestServer } from '#tests/support/server.ts';

/**
 * The tree of organization units: moved as a whole, numbered anew in the same transaction, and never in a
 * circle.
 */

let server: RunningTestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server?.close());

interface Unit {
  id: number;
  parentId: number | null;
  code: string;
  displayName: string;
  memberCount: number;
  version: number;
}

const call = (verb: string, name: string, input: object, user = 'admin'): Promise<Answer> =>
  server.call(user, verb, `/api/services/app/OrganizationUnit/${name}`, input);
const resultOf = (answer: Answer) => {
  expect([answer.status, JSON.stringify(answer.body)]).toEqual([200, expect.any(String)]);
  return (answer.body as { result: Unit }).result;
};
const errorOf = ({ body }: Answer) =>
  (body as { error: { message: string; validationErrors: { members: string[]; message: string }[] } }).error;
const make = async (displayName: string, parentId: number | null = null) =>
  resultOf(await call('POST', 'CreateOrganizationUnit', { displayName, parentId }));
const move = (id: number, newParentId: number | null) =>
  call('POST', 'MoveOrganizationUnit', { id, newParentId });
const all = async () =>
  ((await server.service('admin', 'OrganizationUnit/GetOrganizationUnits', {}, 'GET')) as { items: Unit[] })
    .items;
const codes = async (...ids: number[]) => {
  const units = await all();
  return ids.map((id) => units.find((transaction) => transaction.id === id)?.code);
};

describe('the tree', () => {
  test('gives each unit its code, whichever endpoint it is made by', async () => {
    const top = await make('A');
    expect(top.code).toMatch(/^\d{5}$/);
    const child = await make('A1', top.id);
    expect(child.code).toBe(`${top.code}.00001`);
    const other = await server.call('admin', 'POST', '/api/records/organizationUnit', {
      displayName: 'A2',
      parent: top.id,
    });
    expect([other.status, (other.body as Row).code]).toEqual([201, `${top.code}.00002`]);
    const forged = await server.call('admin', 'POST', '/api/records/organizationUnit', {
      displayName: 'A3',
      code: '00099',
    });
    expect([forged.status, Object.keys((forged.body as { errors: object }).errors)]).toEqual([400, ['code']]);
  });

  test('moves a unit with all below it, all of them numbered anew', async () => {
    const [from, to] = [await make('from'), await make('to')];
    const moved = await make('moved', from.id);
    const below = await make('below', moved.id);
    const deepest = await make('deepest', below.id);
    const stays = await make('stays', to.id);
    const answer = resultOf(await move(moved.id, to.id));
    expect(answer).toMatchObject({ parentId: to.id, code: `${to.code}.00002`, version: moved.version + 1 });
    expect(await codes(stays.id, moved.id, below.id, deepest.id)).toEqual([
      `${to.code}.00001`,
      `${to.code}.00002`,
      `${to.code}.00002.00001`,
      `${to.code}.00002.00001.00001`,
    ]);
    // To the top, by the records endpoint, as a form does it.
    const { rows } = await rowsOf(server, 'admin', 'organizationUnit', `id=${moved.id}`);
    const patched = await server.call('admin', 'PATCH', `/api/records/organizationUnit/${moved.id}`, {
      version: rows[0]?.version,
      parent: null,
    });
    expect([patched.status, (patched.body as Row).code]).toEqual([200, expect.stringMatching(/^\d{5}$/)]);
    const code = String((patched.body as Row).code);
    expect(await codes(below.id, deepest.id)).toEqual([`${code}.00001`, `${code}.00001.00001`]);
    const history = await server.call('admin', 'GET', `/api/records/organizationUnit/${moved.id}/history`);
    const changes = (history.body as { changes: { field: string }[] }[]).map((entry) =>
      entry.changes.map(({ field }) => field),
    );
    expect(changes.slice(0, 2)).toEqual([['parent'], ['parent']]);
  });

  test('refuses a circle, too deep a tree and a twin, and leaves everything as it was', async () => {
    const top = await make('circle');
    const child = await make('child', top.id);
    const grandchild = await make('grandchild', child.id);
    const before = await all();
    for (const under of [top.id, child.id, grandchild.id]) {
      const answer = await move(top.id, under);
      expect([answer.status, errorOf(answer).validationErrors]).toEqual([
        400,
        [{ members: ['newParentId'], message: '机构不能移到自身或其下级之下' }],
      ]);
    }
    const twin = await call('POST', 'CreateOrganizationUnit', { displayName: 'child', parentId: top.id });
    expect([twin.status, errorOf(twin).validationErrors[0]]).toEqual([
      400,
      {
        members: ['displayName'],
        message: '已存在名为 child 的组织单位. 无法在同一级别创建相同名称的组织单位.',
      },
    ]);
    let parent = grandchild.id;
    for (let level = 4; level <= 16; level += 1) parent = (await make(`level ${level}`, parent)).id;
    const deeper = await call('POST', 'CreateOrganizationUnit', {
      displayName: 'level 17',
      parentId: parent,
    });
    expect([deeper.status, errorOf(deeper).validationErrors[0]?.members]).toEqual([400, ['parentId']]);
    const under = await make('over');
    const taken = await move(top.id, under.id);
    expect([taken.status, errorOf(taken).validationErrors[0]?.message]).toEqual([400, '机构最多 16 级']);
    const after = await all();
    for (const transaction of before)
      expect(after.find(({ id }) => id === transaction.id)).toEqual(transaction);
  });

  test('two moves at once that would make a circle together: one is refused', async () => {
    const [one, two] = [await make('one'), await make('two')];
    const answers = await Promise.all([move(one.id, two.id), move(two.id, one.id)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    const units = await all();
    const parents = [one, two].map(({ id }) => units.find((transaction) => transaction.id === id)?.parentId);
    expect(parents.filter((parent) => parent === null)).toHaveLength(1);
  });

  test('many made at once have each a code of its own', async () => {
    const parent = await make('crowded');
    await Promise.all(Array.from({ length: 8 }, (_, index) => make(`n${index}`, parent.id)));
    const below = (await all()).filter(({ parentId }) => parentId === parent.id).map(({ code }) => code);
    expect(new Set(below).size).toBe(8);
    for (const code of below) expect(code).toMatch(new RegExp(`^${parent.code}\\.\\d{5}$`));
  });

  test('a unit in use stays; one from the trash comes back with a code that is free', async () => {
    const parent = await make('kept');
    const child = await make('gone', parent.id);
    const refused = await server.call(
      'admin',
      'DELETE',
      `/api/services/app/OrganizationUnit/DeleteOrganizationUnit?Id=${parent.id}`,
    );
    expect([refused.status, errorOf(refused).message]).toEqual([409, expect.stringContaining('组织机构')]);
    await server.call(
      'admin',
      'DELETE',
      `/api/services/app/OrganizationUnit/DeleteOrganizationUnit?Id=${child.id}`,
    );
    const heir = await make('heir', parent.id);
    expect(heir.code).toBe(child.code);
    const back = await server.call('admin', 'POST', `/api/records/organizationUnit/${child.id}/restore`, {});
    expect(back.status).toBe(200);
    expect(await codes(heir.id, child.id)).toEqual([`${parent.code}.00001`, `${parent.code}.00002`]);
  });

  test('a stale move is a conflict', async () => {
    const [transaction, to] = [await make('stale'), await make('stale to')];
    resultOf(await call('PUT', 'UpdateOrganizationUnit', { id: transaction.id, displayName: 'renamed' }));
    const answer = await call('POST', 'MoveOrganizationUnit', {
      id: transaction.id,
      newParentId: to.id,
      version: transaction.version,
    });
    expect(answer.status).toBe(409);
  });
});

describe('members', () => {
  test('are added, found, counted and taken out', async () => {
    const transaction = await make('members');
    const user = await makeUser(server, 'member', { roles: ['OM'] });
    await server.service('admin', 'OrganizationUnit/AddUsersToOrganizationUnit', {
      userIds: [user],
      organizationUnitId: transaction.id,
    });
    const members = (await server.service(
      'admin',
      'OrganizationUnit/GetOrganizationUnitUsers',
      { Id: transaction.id, MaxResultCount: 10 },
      'GET',
    )) as { totalCount: number; items: { userName: string }[] };
    expect(members).toMatchObject({ totalCount: 1, items: [{ userName: 'member' }] });
    expect((await all()).find(({ id }) => id === transaction.id)?.memberCount).toBe(1);
    const others = (await server.service('admin', 'OrganizationUnit/FindUsers', {
      organizationUnitId: transaction.id,
      filter: 'member',
    })) as { totalCount: number };
    expect(others.totalCount).toBe(0);
    const removed = await server.call(
      'admin',
      'DELETE',
      `/api/services/app/OrganizationUnit/RemoveUserFromOrganizationUnit?UserId=${user}&OrganizationUnitId=${transaction.id}`,
    );
    expect(removed.status).toBe(200);
    expect((await all()).find(({ id }) => id === transaction.id)?.memberCount).toBe(0);
  });

  test('who keeps no units moves none, and who sees no users counts none', async () => {
    const id = await idOf(server, 'organizationUnit', 'displayName', 'members');
    for (const [verb, name] of [
      ['POST', 'CreateOrganizationUnit'],
      ['POST', 'MoveOrganizationUnit'],
      ['PUT', 'UpdateOrganizationUnit'],
    ] as const) {
      expect([name, (await call(verb, name, { id, displayName: 'x' }, 'operator')).status]).toEqual([
        name,
        403,
      ]);
    }
    const { items } = (await server.service(
      'operator',
      'OrganizationUnit/GetOrganizationUnits',
      {},
      'GET',
    )) as {
      items: Unit[];
    };
    expect(items.length).toBeGreaterThan(0);
    expect(new Set(items.map(({ memberCount }) => memberCount))).toEqual(new Set([0]));
  });
});
