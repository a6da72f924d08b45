import fastify, { type FastifyInstance } from 'fastify';
import type { Resource } from '#domain/record/resource.ts';
import { createCatalogue } from '#server/engine/records/catalogue.ts';
import { recordsDocument } from '#server/engine/records/openapi.ts';
import type { Records } from '#server/engine/records/records.ts';
import { recordsRoutes } from '#server/engine/records/routes.ts';
import { createErrorHandler } from '#server/http/envelope.ts';
import { defaultLocale, localeOf } from '#server/http/locale.ts';
import { openApi } from '#server/http/openapi.ts';
import type { Caller } from '#server/kernel/caller.ts';
import { createTranslate } from '#server/kernel/texts.ts';
import { silentLog } from './database.ts';

export interface Answer {
  status: number;
  body: unknown;
  headers: Record<string, unknown>;
}

export interface RecordsApp {
  app: FastifyInstance;
  /** One request at the records endpoint as this user; null: nobody. */
  ask(
    user: Caller | null,
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    url: string,
    body?: object,
  ): Promise<Answer>;
}

/** The records endpoint alone, with the product's error handler; who asks is chosen by the test. */
export async function startRecordsApp(records: Records, resources: Resource[]): Promise<RecordsApp> {
  const app = fastify({ routerOptions: { caseSensitive: false } });
  const callers = new Map<string, Caller>();
  app.decorateRequest('caller', null);
  app.decorateRequest('locale', defaultLocale);
  app.addHook('onRequest', async (request) => {
    const key = request.headers['x-test-caller'];
    request.caller = typeof key === 'string' ? (callers.get(key) ?? null) : null;
    request.locale = request.caller?.locale ?? localeOf(request.headers, request.query);
  });
  app.setErrorHandler(createErrorHandler(createTranslate(), silentLog));
  await app.register(openApi, { version: '0', resources, parts: [recordsDocument] });
  await app.register(recordsRoutes, {
    records,
    catalogue: createCatalogue(resources),
    timeZone: async () => 'Asia/Shanghai',
  });
  await app.ready();
  let count = 0;
  return {
    app,
    async ask(user, method, url, body) {
      const key = String(count++);
      if (user) callers.set(key, user);
      const response = await app.inject({
        method,
        url,
        headers: { 'x-test-caller': key },
        ...(body ? { payload: body } : {}),
      });
      callers.delete(key);
      const isJson = String(response.headers['content-type']).includes('json');
      return {
        status: response.statusCode,
        body: isJson ? response.json() : response.body,
        headers: response.headers,
      };
    },
  };
}
