import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Resource } from '#domain/record/resource.ts';
import { storedText } from '#domain/text/locales/stored-text.ts';
import { titleIn } from '#server/engine/records/fields.ts';
import type { StoredRecord } from '#server/engine/records/stored-record.ts';
import type { Caller } from '#server/kernel/caller.ts';
import { callerWith, type Engine, listOf, startEngine } from '#tests/support/engine.ts';
import { inventedResources } from '#tests/support/invented-resources.ts';
import { type RecordsApp, startRecordsApp } from '#tests/support/records-app.ts';

/** Shelves with a verdict, which a person or the server writes. */
const resources = inventedResources().map((resource) =>
  resource.name !== 'shelf'
    ? resource
    : {
        ...resource,
        serviceOnly: ['verdict'],
        search: ['name', 'verdict'],
        schema: {
          ...resource.schema,
          properties: {
            ...resource.schema.properties,
            verdict: {
              type: 'string' as const,
              maxLength: 60,
              'x-worded': true,
              'x-label': { 'zh-Hans': '结论', en: 'Verdict' },
            },
          },
        },
      },
);
function listed(name: string): Resource {
  const found = resources.find((resource) => resource.name === name);
  if (!found) throw new Error(`no ${name}`);
  return found;
}
const signedIn = (locale: Caller['locale']) =>
  callerWith(resources, { userId: 1, name: 'Admin', permissions: ['Pages.Admin'] }, locale);
const [english, chinese] = [signedIn('en'), signedIn('zh-Hans')];
const [inEnglish, inChinese] = ['answered 500', '应答码 500'];
const verdict = storedText({ key: 'webhooks.answered', values: { code: 500 } });

describe('a field that the server words for its reader', () => {
  let engine: Engine;
  let app: RecordsApp;
  let own: StoredRecord;
  let typed: StoredRecord;

  const set = (record: StoredRecord, values: Record<string, unknown>) =>
    engine.records.transaction(async (transaction) => {
      const { version } = await engine.records.get(english, 'shelf', record.id, transaction.sql);
      return engine.records.update(english, 'shelf', record.id, version, values, transaction);
    });
  const path = '/api/records/shelf';
  const read = async (caller: Caller, url: string) => (await app.ask(caller, 'GET', url)).body;

  beforeAll(async () => {
    engine = await startEngine(resources);
    app = await startRecordsApp(engine.records, resources);
    own = await set(await engine.records.create(english, 'shelf', { name: 'own' }), { verdict });
    typed = await set(await engine.records.create(english, 'shelf', { name: 'typed' }), { verdict: '"好"' });
  });
  afterAll(async () => {
    await app.app.close();
    await engine.test.drop();
  });

  it('is in the language of whoever reads the record, a list, some of its fields or a file', async () => {
    for (const [caller, words] of [
      [english, inEnglish],
      [chinese, inChinese],
    ] as const) {
      expect(await read(caller, `${path}/${own.id}`)).toMatchObject({ verdict: words });
      const rows = [{ verdict: words }, { verdict: '"好"' }];
      expect(await read(caller, `${path}?_sort=id`)).toMatchObject(rows);
      expect(await read(caller, `${path}?_sort=id&_fields=verdict`)).toMatchObject(rows);
      const batches = [];
      for await (const { items } of engine.records.stream(caller, 'shelf', listOf())) batches.push(...items);
      expect(batches.sort((a, b) => a.id - b.id)).toMatchObject(rows);
    }
  });

  it('names a record in their language, where it is its title', () => {
    const resource = { ...listed('shelf'), titleField: 'verdict' };
    expect(titleIn(english, resource, own)).toBe(inEnglish);
    expect(titleIn(chinese, resource, own)).toBe(inChinese);
    expect(titleIn(english, resource, typed)).toBe('"好"');
  });

  it('is in their language in the history and in the view of what a version would bring back', async () => {
    for (const [caller, words] of [
      [english, inEnglish],
      [chinese, inChinese],
    ] as const) {
      expect(await read(caller, `${path}/${own.id}/history`)).toMatchObject([
        { changes: [{ field: 'verdict', before: null, after: words }] },
        {},
      ]);
    }
  });

  it('is found and put in order by its words in either language, and by those of a person', async () => {
    const found = async (query: string) =>
      ((await read(english, `${path}?_sort=verdict&${query}`)) as StoredRecord[]).map(({ name }) => name);
    const all = ['typed', 'own'];
    expect(await found('')).toEqual(all);
    for (const [query, names] of [
      [`verdict_contains=${inEnglish}`, ['own']],
      [`verdict_contains=${inChinese}`, ['own']],
      [`q=${inChinese}`, ['own']],
      ['q=ANSWERED', ['own']],
      [`verdict=${encodeURIComponent('"好"')}`, ['typed']],
      [`verdict_startswith=${encodeURIComponent('"')}`, ['typed']],
      [`verdict_ne=${encodeURIComponent('"好"')}`, ['own']],
      ['verdict_ncontains=好', ['own']],
      ['verdict_nnull=true', all],
      ['verdict_contains=webhooks', []],
    ] as const) {
      expect([query, await found(query)]).toEqual([query, names]);
    }
  });

  it('comes back with the whole record unchanged, and nobody sets it or forges one', async () => {
    const whole = (await read(chinese, `${path}/${own.id}`)) as StoredRecord;
    const saved = await app.ask(chinese, 'PATCH', `${path}/${own.id}`, { ...whole, name: 'own still' });
    expect(saved).toMatchObject({ status: 200, body: { name: 'own still', verdict: inChinese } });
    for (const other of ['mine', verdict, { ...verdict, key: 'x' }]) {
      const refused = await app.ask(english, 'PATCH', `${path}/${typed.id}`, {
        version: typed.version,
        verdict: other,
      });
      expect(refused).toMatchObject({ status: 400, body: { errors: { verdict: expect.anything() } } });
    }
  });

  it('stands with its own in another version, in the trash and out of it', async () => {
    const { version } = await engine.records.get(english, 'shelf', own.id);
    const request = { toVersion: version - 1, version };
    const back = await app.ask(english, 'POST', `${path}/${own.id}/restore-version`, request);
    expect(back).toMatchObject({ status: 200, body: { name: 'own', verdict: inEnglish } });
    await app.ask(english, 'DELETE', `${path}/${own.id}`);
    const restored = await app.ask(chinese, 'POST', `${path}/${own.id}/restore`);
    expect(restored).toMatchObject({ status: 200, body: { verdict: inChinese } });
    expect(await engine.records.get(english, 'shelf', own.id)).toMatchObject({ verdict });
  });

  it('has room for what people may write, and says what is too long', async () => {
    await expect(set(typed, { verdict: 'a'.repeat(61) })).rejects.toThrow('records.invalid');
    await expect(set(typed, { verdict: 'a'.repeat(60) })).resolves.toMatchObject({ version: 3 });
  });
});
