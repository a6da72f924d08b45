import { expect } from 'vitest';
import { isLinkList, type Resource } from '#domain/record/resource.ts';
import { resources } from '#resources';
import { recordTypes } from '#server/engine/records/record-type.ts';
import { callerWith, type Engine, startEngine } from './engine.ts';
import { exampleRecord } from './example-record.ts';
import type { TestServer } from './global-database.ts';
import { type Answer, type RecordsApp, startRecordsApp } from './records-app.ts';
import { surroundings } from './surroundings.ts';

/** Every record type of the product at the records endpoint, for the suites that walk them all. */

export const admin = callerWith(resources, { userId: 1, name: 'Admin', permissions: ['Pages.Admin'] });
export const nobody = callerWith(resources, { userId: 2, name: 'Nobody' });
export const types = recordTypes(resources);

export type Body = Record<string, unknown> & { id: number; version: number };

export function bodyOf(answer: Answer, status: number): Body {
  expect(answer, JSON.stringify(answer.body)).toMatchObject({ status });
  const { body } = answer;
  if (!isBody(body)) throw new Error(`no record came back: ${JSON.stringify(body)}`);
  return body;
}

function isBody(value: unknown): value is Body {
  return typeof value === 'object' && value !== null && 'id' in value && 'version' in value;
}

/** A store and an endpoint of the whole product on a database of its own. */
export function everyRecord(server: TestServer) {
  let engine: Engine | undefined;
  let app: RecordsApp | undefined;
  let around: ReturnType<typeof surroundings> | undefined;
  let n = 100;
  const started = <T>(part: T | undefined): T => {
    if (part === undefined) throw new Error('tests: the world has not begun');
    return part;
  };

  const api: Pick<RecordsApp, 'ask'> = {
    ask: (user, method, url, body) => started(app).ask(user, method, url, body),
  };

  return {
    door: api,
    engine: () => started(engine),
    async start() {
      engine = await startEngine(resources, server);
      app = await startRecordsApp(engine.records, resources);
      around = surroundings(engine, () => ++n);
    },
    async stop() {
      await app?.app.close();
      await engine?.test.drop();
    },
    /** Another one at each asking. */
    async example(resource: Resource, which: 'every field' | 'required fields' = 'every field') {
      const { recordRules, ...values } = await exampleRecord(resource, ++n, started(around), which);
      // Rules of a role name records and fields that there are, and none where it gives everything.
      return resource.name === 'role' || recordRules === undefined ? values : { ...values, recordRules };
    },
    /** Made at the endpoint, or as its service would where nobody else may. */
    async make(resource: Resource, values: Record<string, unknown>): Promise<Body> {
      const path = `/api/records/${resource.name}`;
      if (!resource.readOnly) return bodyOf(await api.ask(admin, 'POST', path, values), 201);
      const { records } = started(engine);
      const { id } = await records.transaction((transaction) =>
        records.untyped.create(admin, resource.name, values, transaction),
      );
      return bodyOf(await api.ask(admin, 'GET', `${path}/${id}`), 200);
    },
  };
}

/** A field that may be changed alone, and another value for it. */
export function changeOf(resource: Resource, made: Body, other: Record<string, unknown>): [string, unknown] {
  for (const [field, schema] of Object.entries(resource.schema.properties)) {
    if (schema['x-relation'] || schema['x-secret'] || isLinkList(schema)) continue;
    const value = other[field];
    if (value !== undefined && JSON.stringify(value) !== JSON.stringify(made[field])) return [field, value];
  }
  throw new Error(`tests: ${resource.name} has no field to change`);
}
