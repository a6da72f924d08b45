import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { droppedFields } from '#domain/record/conditional.ts';
import { isLinkList, type Resource } from '#domain/record/resource.ts';
import { resources } from '#resources';
import { operatorsOf } from '#server/engine/records/query-sql.ts';
import type { FilterOperator } from '#server/engine/records/records.ts';
import { breadth } from '#tests/support/breadth.ts';
import { databases } from '#tests/support/database.ts';
import { admin, bodyOf, changeOf, everyRecord, nobody, types } from '#tests/support/every-record.ts';
import { representativeRecords } from '#tests/support/representative-records.ts';

/**
 * The record types of the product (representative-records.ts; every one in the full run), each from its making to the trash
 * and back, at the records endpoint.
 */

/** Operators are one code for each kind of field: a part of the fields tries each, all of them in the full run. */
const mostOfAKind = breadth(6, Number.POSITIVE_INFINITY);
const tried = new Map<string, number>();
function isToBeTried(kindAndOperator: string): boolean {
  const before = tried.get(kindAndOperator) ?? 0;
  tried.set(kindAndOperator, before + 1);
  return before < mostOfAKind;
}

const walked = representativeRecords(resources).map((resource) => [resource.name, resource] as const);

describe.each(databases())('every record type on $name PostgreSQL', (server) => {
  const world = everyRecord(server);
  const { example, door: app } = world;
  beforeAll(world.start, 300_000);
  afterAll(world.stop);

  describe.each(walked)('%s', (name, resource) => {
    const path = `/api/records/${name}`;
    const fields = types.get(name)?.queryable ?? new Map();

    const make = (values: Record<string, unknown>) => world.make(resource, values);

    it('is made with every field and with the required ones alone, and read back as it was given', async () => {
      for (const which of ['every field', 'required fields'] as const) {
        const values = await example(resource, which);
        const made = await make(values);
        expect(made).toMatchObject({
          ...openPart(resource, values),
          version: 1,
          createdBy: 1,
          deletedAt: null,
        });
        expect(bodyOf(await app.ask(admin, 'GET', `${path}/${made.id}`), 200)).toEqual(made);
        expect(made).not.toHaveProperty('coverageIds');
        for (const [field, schema] of Object.entries(resource.schema.properties)) {
          expect(field in made).toBe(schema['x-secret'] !== true);
        }
      }
    });

    it('is listed, and found by every operator on every field', async () => {
      const made = await make(await example(resource));
      const found = async (query: string) => {
        const answer = await app.ask(admin, 'GET', `${path}?id_in=${made.id}&_fields=id&${query}`);
        expect(answer, `${query} ${JSON.stringify(answer.body)}`).toMatchObject({ status: 200 });
        return answer.headers['x-total-count'] === '1';
      };
      const all = await app.ask(admin, 'GET', `${path}?_end=1000`);
      expect(all.body).toContainEqual(expect.objectContaining({ id: made.id }));
      for (const field of fields.values()) {
        const value = made[field.name];
        const operators = operatorsOf(field).filter((operator) => isToBeTried(`${field.kind} ${operator}`));
        await Promise.all(
          operators.map(async (operator) => {
            const query = queryOf(field.name, operator, value);
            // An empty list in JSON is a value of its own.
            if (query === undefined || (field.kind === 'json' && isEmpty(value))) return;
            expect([query, await found(query)]).toEqual([query, matches(operator, value)]);
          }),
        );
        if (field.kind === 'json' || field.kind === 'links') continue;
        const sorted = await app.ask(admin, 'GET', `${path}?_sort=${field.name}&_order=desc&_fields=id`);
        expect(sorted.status).toBe(200);
      }
      for (const field of resource.search) {
        const value = made[field];
        if (types.get(name)?.fields.get(field)?.kind !== 'text' || typeof value !== 'string' || value === '')
          continue;
        expect([field, await found(`q=${encodeURIComponent(value)}`)]).toEqual([field, true]);
      }
      expect((await app.ask(admin, 'GET', `${path}?colour_of_the_sky=1`)).status).toBe(400);
    });

    it('refuses who may not', async () => {
      const made = await make(await example(resource));
      const allowed = (action: keyof Resource['permissions']) => resource.permissions[action] === 'signedIn';
      for (const [method, url, action] of [
        ['GET', path, 'read'],
        ['GET', `${path}/${made.id}`, 'read'],
        ['GET', `${path}/${made.id}/history`, 'read'],
        ['POST', path, 'create'],
        ['PATCH', `${path}/${made.id}`, 'update'],
        ['DELETE', `${path}/${made.id}`, 'delete'],
        ['POST', `${path}/${made.id}/restore`, 'delete'],
      ] as const) {
        const body =
          method === 'PATCH' ? { version: 1 } : method === 'POST' ? await example(resource) : undefined;
        expect((await app.ask(null, method, url, body)).status).toBe(401);
        if (allowed(action)) continue;
        expect([method, url, (await app.ask(nobody, method, url, body)).status]).toEqual([method, url, 403]);
      }
    });

    if (resource.readOnly) {
      it('is changed by its services only', async () => {
        const made = await make(await example(resource));
        const one = `${path}/${made.id}`;
        expect((await app.ask(admin, 'POST', path, await example(resource))).status).toBe(403);
        expect((await app.ask(admin, 'PATCH', one, { version: 1 })).status).toBe(403);
        expect((await app.ask(admin, 'DELETE', one)).status).toBe(403);
        expect((await app.ask(admin, 'POST', `${one}/restore`)).status).toBe(403);
      });
      return;
    }

    it('is changed, keeps its history, and refuses a stale save with the record now', async () => {
      const made = await make(await example(resource));
      const one = `${path}/${made.id}`;
      const [field, value] = changeOf(resource, made, await example(resource));
      const changed = bodyOf(await app.ask(admin, 'PATCH', one, { version: 1, [field]: value }), 200);
      expect(changed).toMatchObject({ version: 2, [field]: value });
      const stale = await app.ask(admin, 'PATCH', one, { version: 1, [field]: made[field] });
      expect(stale).toMatchObject({
        status: 409,
        body: { code: 'conflict', current: { id: made.id, version: 2 } },
      });
      const history = await app.ask(admin, 'GET', `${one}/history`);
      expect(history.body).toMatchObject([
        {
          action: 'update',
          version: 2,
          by: 1,
          byName: 'Admin',
          changes: expect.arrayContaining([expect.objectContaining({ field, after: value })]),
        },
        { action: 'create', version: 1 },
      ]);
    });

    it('refuses bad input at its field', async () => {
      // What has no place in a record beside its other values is dropped, and not judged (x-when-hidden).
      const good = await example(resource);
      const dropped = droppedFields(resource.schema, good);
      const waiting: (() => Promise<void>)[] = [];
      const refused = (field: string, values: Record<string, unknown>) => {
        waiting.push(() => refuse(field, values));
      };
      const refuse = async (field: string, values: Record<string, unknown>) => {
        const answer = await app.ask(admin, 'POST', path, values);
        expect(answer, `${field} ${JSON.stringify(answer.body)}`).toMatchObject({ status: 400 });
        const errors = JSON.stringify(answer.body);
        expect(JSON.parse(errors).errors).toSatisfy((each: Record<string, string[]>) =>
          Object.keys(each).some((key) => key === field || key.startsWith(`${field}.`)),
        );
        // No text may reach a person as a bare key.
        expect(errors).not.toMatch(/"(validation|format|records)\.[\w.-]+"/);
      };
      for (const field of resource.schema.required ?? []) {
        const schema = resource.schema.properties[field];
        if (schema?.default !== undefined || resource.serviceOnly?.includes(field)) continue;
        const { [field]: _, ...without } = good;
        refused(field, without);
        refused(field, { ...good, [field]: null });
      }
      for (const [field, schema] of Object.entries(resource.schema.properties)) {
        if (dropped.includes(field)) continue;
        if (schema['x-secret'] || resource.serviceOnly?.includes(field)) continue;
        refused(field, { ...good, [field]: schema.type === 'string' ? 12 : 'x y' });
        if (schema.format || schema.enum) refused(field, { ...good, [field]: '!?' });
        if (schema['x-relation']) refused(field, { ...good, [field]: 999_999_999 });
        if (isLinkList(schema)) refused(field, { ...good, [field]: [999_999_999] });
        if (schema['x-dictionary']) refused(field, { ...good, [field]: 'no-such-code' });
        if (schema['x-geometry'])
          refused(field, { ...good, [field]: { type: 'Point', coordinates: [200, 0] } });
      }
      refused('noSuchField', { ...good, noSuchField: 1 });
      for (const field of resource.serviceOnly ?? [])
        refused(field, { ...good, [field]: 'set from outside' });
      // Four at a time, as many as there are connections.
      await Promise.all(
        [0, 1, 2, 3].map(async (lane) => {
          for (let i = lane; i < waiting.length; i += 4) await waiting[i]?.();
        }),
      );
    });

    it('goes to the trash and comes back', async () => {
      const made = await make(await example(resource));
      const one = `${path}/${made.id}`;
      const listed = async (trash: string) =>
        (await app.ask(admin, 'GET', `${path}?id=${made.id}&_trash=${trash}`)).headers['x-total-count'];
      expect(bodyOf(await app.ask(admin, 'DELETE', one), 200)).toMatchObject({ version: 2, deletedBy: 1 });
      expect([await listed('without'), await listed('only'), await listed('with')]).toEqual(['0', '1', '1']);
      expect((await app.ask(admin, 'DELETE', one)).status).toBe(409);
      expect(bodyOf(await app.ask(admin, 'POST', `${one}/restore`), 200)).toMatchObject({
        version: 3,
        deletedAt: null,
      });
      expect([await listed('without'), await listed('only')]).toEqual(['1', '0']);
      const history = await app.ask(admin, 'GET', `${one}/history`);
      expect(history.body).toMatchObject([{ action: 'restore' }, { action: 'delete' }, { action: 'create' }]);
    });
  });
});

/** What may be seen of it. */
function openPart(resource: Resource, values: Record<string, unknown>): Record<string, unknown> {
  const { properties } = resource.schema;
  return Object.fromEntries(Object.entries(values).filter(([name]) => !properties[name]?.['x-secret']));
}

/** The query that asks a field by an operator for the value it has; undefined: cannot be asked. */
function queryOf(field: string, operator: FilterOperator, value: unknown): string | undefined {
  const key = operator === 'eq' ? field : `${field}_${operator}`;
  if (operator === 'null' || operator === 'nnull') return `${key}=true`;
  const one = Array.isArray(value) ? value[0] : value;
  if (one === null || one === undefined || one === '') return undefined;
  const text = encodeURIComponent(String(one));
  return operator.endsWith('between') ? `${key}=${text}&${key}=${text}` : `${key}=${text}`;
}

/** Whether a record is found by an operator with the very value it has. */
function matches(operator: FilterOperator, value: unknown): boolean {
  const empty = value === null || value === undefined || (Array.isArray(value) && value.length === 0);
  switch (operator) {
    case 'null':
      return empty;
    case 'nnull':
      return !empty;
    case 'ne':
    case 'nin':
    case 'lt':
    case 'gt':
    case 'ncontains':
    case 'nbetween':
      return false;
    default:
      return true;
  }
}

function isEmpty(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}
