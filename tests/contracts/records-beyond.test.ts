import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resources } from '#resources';
import type { BulkReport, RecordUse, VersionPreview } from '#server/engine/records/records.ts';
import type { HistoryEntry } from '#server/engine/records/stored-record.ts';
import type { Caller } from '#server/kernel/caller.ts';
import { databases } from '#tests/support/database.ts';
import { callerWith } from '#tests/support/engine.ts';
import { admin, bodyOf, changeOf, everyRecord, nobody, types } from '#tests/support/every-record.ts';
import { uniqueByRule } from '#tests/support/example-record.ts';
import { representativeRecords } from '#tests/support/representative-records.ts';

const byNumber = (a: number, b: number) => a - b;

/**
 * Record types (representative-records.ts; every one in the full run): many records at once, as they were, where they are used,
 * to their end, and with a field hidden.
 */

const walked = representativeRecords(resources).map((resource) => [resource.name, resource] as const);

describe.each(databases())('every record type on $name PostgreSQL', (server) => {
  const world = everyRecord(server);
  const { example, door: app } = world;
  beforeAll(world.start, 300_000);
  afterAll(world.stop);

  describe.each(walked)('%s', (name, resource) => {
    const path = `/api/records/${name}`;
    const make = async () => world.make(resource, await example(resource));
    const bulk = (body: object, caller: Caller = admin) => app.ask(caller, 'POST', `${path}/bulk`, body);

    it('is counted exactly, to some, or not at all', async () => {
      const { id } = await make();
      const count = async (mode: string) => {
        const answer = await app.ask(admin, 'GET', `${path}?_count=${mode}&id=${id}`);
        expect(answer.status).toBe(200);
        return answer.headers['x-total-count'];
      };
      expect([await count('exact'), await count('some'), await count('none')]).toEqual(['1', '1', undefined]);
    });

    it('tells where it is used, by every field that names it', async () => {
      const made = await make();
      expect((await app.ask(admin, 'GET', `${path}/${made.id}/uses`)).body).toEqual([]);
      for (const field of types.get(name)?.fields.values() ?? []) {
        const value = made[field.name];
        const target = Array.isArray(value) ? value[0] : value;
        if (!field.relation || field.secret || typeof target !== 'number') continue;
        const answer = await app.ask(admin, 'GET', `/api/records/${field.relation}/${target}/uses`);
        expect(answer.body).toContainEqual({ resource: name, field: field.name, count: expect.any(Number) });
        const uses = answer.body as RecordUse[];
        expect(uses.find((use) => use.resource === name && use.field === field.name)?.count).toBeGreaterThan(
          0,
        );
      }
    });

    it('has no field that a role does not see, be it all of them', async () => {
      const made = await make();
      const hidden = Object.keys(resource.schema.properties);
      // Rows for some alone: of these.
      const { people, addressees } = resource.scope ?? {};
      const first = (field: string | undefined) => [field && made[field]].flat().map(Number)[0];
      const roleId = addressees && first(addressees.roles);
      const blind = callerWith(resources, {
        ...(people && { userId: first(people) ?? 0 }),
        grants: [
          {
            role: 'blind',
            ...(roleId && { roleId }),
            permissions: [],
            recordRules: [{ resource: name, actions: { read: true }, hidden }],
          },
        ],
      });
      const body = bodyOf(await app.ask(blind, 'GET', `${path}/${made.id}`), 200);
      expect(hidden.filter((field) => field in body)).toEqual([]);
      expect(body._labels).toEqual({});
      const page = await app.ask(blind, 'GET', `${path}?id=${made.id}`);
      expect(page.headers['x-total-count']).toBe('1');
      expect(Object.keys((page.body as object[])[0] ?? {})).toEqual(Object.keys(body));
      const history = (await app.ask(blind, 'GET', `${path}/${made.id}/history`)).body as HistoryEntry[];
      expect(history.map(({ changes }) => changes)).toEqual([[]]);
      for (const [index, field] of hidden.entries()) {
        const queries = [`${field}_nnull=true`, `_sort=${field}`, `_fields=${field}`, `${field}=1`];
        const query = queries[index % queries.length];
        expect([query, (await app.ask(blind, 'GET', `${path}?${query}`)).status]).toEqual([query, 400]);
      }
    });

    it('is changed in bulk, ended and taken back only by who may', async () => {
      const { id } = await make();
      for (const rest of ['bulk', `${id}/purge`, `${id}/restore-version`]) {
        expect([rest, (await app.ask(null, 'POST', `${path}/${rest}`, {})).status]).toEqual([rest, 401]);
        const allowed = Object.values(resource.permissions).slice(1).includes('signedIn');
        if (!allowed) {
          expect([rest, (await app.ask(nobody, 'POST', `${path}/${rest}`, {})).status]).toEqual([rest, 403]);
        }
        if (!resource.readOnly) continue;
        expect([rest, (await app.ask(admin, 'POST', `${path}/${rest}`, {})).status]).toEqual([rest, 403]);
      }
    });

    if (resource.readOnly) return;

    it('is changed, thrown away, brought back and ended many at a time', async () => {
      const [first, second] = [await make(), await make()];
      const ids = [first.id, second.id];
      const where = `id_in=${ids.join(',')}`;
      expect((await bulk({ action: 'update', where, preview: true })).body).toEqual({ matched: 2 });
      const [field, value] = changeOf(resource, first, await example(resource));
      const report = await bulk({ action: 'update', where, set: { [field]: value } });
      const { matched, done, failed } = report.body as BulkReport;
      expect(matched).toBe(2);
      // Of a value that must be unique, one of them has it.
      expect([done + failed.length, done > 0], JSON.stringify(failed)).toEqual([2, true]);
      // A rule of the type says it at the field; the schema's own are told by the database.
      const clash = uniqueByRule[resource.name] ? 'validation' : 'conflict';
      for (const { code } of failed) expect(code).toBe(clash);
      const [changed] = ids.filter((id) => !failed.some((failure) => failure.id === id));
      const history = (await app.ask(admin, 'GET', `${path}/${changed}/history`)).body as HistoryEntry[];
      expect(history[0]).toMatchObject({ action: 'update', version: 2 });

      const deleted = (await bulk({ action: 'delete', ids })).body as BulkReport;
      expect(deleted).toMatchObject({ matched: 2, done: 2, failed: [] });
      // What an undo would ask for.
      expect(deleted.changed.map(({ id }) => id).sort(byNumber)).toEqual(ids.sort(byNumber));
      const restored = await bulk({ action: 'restore', where: `${where}&_trash=only` });
      expect(restored.body).toMatchObject({ matched: 2, done: 2, failed: [] });
      const live = await bulk({ action: 'purge', ids });
      expect(live.body).toMatchObject({ done: 0, failed: [{ code: 'conflict' }, { code: 'conflict' }] });
      await bulk({ action: 'delete', ids });
      expect((await bulk({ action: 'purge', ids })).body).toEqual({
        matched: 2,
        done: 2,
        failed: [],
        changed: [],
      });
      expect((await app.ask(admin, 'GET', `${path}/${first.id}`)).status).toBe(404);
      const last = (await app.ask(admin, 'GET', `${path}/${first.id}/history`)).body as HistoryEntry[];
      expect(last[0]?.action).toBe('purge');
      expect(last[0]?.changes.map((change) => change.field)).toEqual([resource.titleField]);
    });

    it('is taken back to what it was', async () => {
      const made = await make();
      const one = `${path}/${made.id}`;
      const [field, value] = changeOf(resource, made, await example(resource));
      bodyOf(await app.ask(admin, 'PATCH', one, { version: 1, [field]: value }), 200);
      const request = { toVersion: 1, version: 2 };
      const preview = await app.ask(admin, 'POST', `${one}/restore-version`, { ...request, preview: true });
      expect(preview.status, JSON.stringify(preview.body)).toBe(200);
      const { changes, problems } = preview.body as VersionPreview;
      expect(changes).toContainEqual({ field, before: value, after: made[field] });
      expect(problems).toEqual({});
      const back = bodyOf(await app.ask(admin, 'POST', `${one}/restore-version`, request), 200);
      expect(back).toMatchObject({ version: 3, [field]: made[field] });
      const history = (await app.ask(admin, 'GET', `${one}/history?limit=1`)).body as HistoryEntry[];
      expect(history).toMatchObject([{ action: 'update', source: 'restore', version: 3 }]);
    });

    it('goes to the trash only in the version that was seen, where one is named', async () => {
      const { id } = await make();
      expect((await app.ask(admin, 'DELETE', `${path}/${id}?version=2`)).status).toBe(409);
      expect((await app.ask(admin, 'DELETE', `${path}/${id}?version=1`)).status).toBe(200);
    });
  });
});
