import { Type } from '@sinclair/typebox';
import fastify from 'fastify';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { resources } from '#resources';
import { createErrorHandler } from '#server/http/envelope.ts';
import { serviceRoutes } from '#server/http/service-routes.ts';
import { createExportSlots } from '#server/kernel/export-slots.ts';

/** An answer that is not what the contract says. */
async function answerOf(checkAnswers: boolean) {
  const logged: string[] = [];
  const loggerInstance = pino({ base: undefined }, { write: (line: string) => logged.push(line) });
  const app = fastify({ loggerInstance });
  app.decorateRequest('caller', null);
  app.decorateRequest('locale', 'en');
  app.setErrorHandler(createErrorHandler(({ key }) => key, app.log));
  const method = {
    verb: 'GET' as const,
    name: 'Get',
    permission: 'anonymous' as const,
    summary: 'One person',
    input: Type.Object({}),
    output: Type.Object({ items: Type.Array(Type.Object({ name: Type.String() })) }),
    handle: async () => ({ items: [{ name: '林舟' }, { name: null }] }),
  };
  await app.register(serviceRoutes, {
    services: [{ name: 'Person', methods: [method] }],
    resources,
    checkAnswers,
    slots: createExportSlots({ ofUser: 2, inAll: 4 }),
  });
  const { statusCode } = await app.inject('/api/services/app/Person/Get');
  await app.close();
  const lines = logged.map((line) => JSON.parse(line)).filter(({ service }) => service);
  return { statusCode, lines };
}

test('an answer that does not fit its schema is an error, and the log says where', async () => {
  const { statusCode, lines } = await answerOf(true);
  expect(statusCode).toBe(500);
  expect(lines).toMatchObject([
    {
      level: 60,
      service: 'Person',
      method: 'Get',
      fault: expect.stringMatching(/^\/items\/1\/name must be string/),
    },
  ]);
});

test('where answers are not checked it goes to the client', async () => {
  expect(await answerOf(false)).toEqual({ statusCode: 200, lines: [] });
});
