import { Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import { notedCount } from '#contract/surveillance-source.ts';
import { pushRoute } from '#server/engine/sources/push-route.ts';
import type { Translate } from '#server/kernel/texts.ts';
import type { SurveillancePushes } from './received.ts';
import { fieldsIn, kindsIn } from './source-words.ts';

const answer = Type.Object({
  records: Type.Integer({ description: 'Messages that could be read' }),
  reports: Type.Integer({ description: 'Reports of aircraft that were taken' }),
  errors: Type.Array(Type.Object({ reason: Type.String(), count: Type.Integer() }), {
    description: 'What was not used, by reason; also positions that are too old to be shown',
  }),
  others: Type.Array(notedCount, { description: 'Messages that were read and gave no report, by kind' }),
  unusable: Type.Array(notedCount, { description: 'Values that could not be used, by field' }),
});

/**
 * `POST /api/surveillance/{source}`: a message of a surveillance source whose transport is HTTP push, in the source's
 * format.
 */
export async function pushRoutes(
  app: FastifyInstance,
  { pushes, translate }: { pushes: SurveillancePushes; translate: Translate },
): Promise<void> {
  await pushRoute(app, {
    pushes,
    path: '/api/surveillance',
    service: 'SurveillanceSource',
    summary: "One message of a surveillance source, in the source's format",
    mostOctets: 1024 * 1024,
    // Ten in a second, and as many again for those that come late.
    mostPerMinute: 1_200,
    mostMs: 30_000,
    answer,
    answerOf: ({ records, reports, errors, others, unusable }, locale) => ({
      records,
      reports,
      errors: Object.entries(errors).map(([key, count]) => ({ reason: translate({ key }, locale), count })),
      others: kindsIn(others, locale),
      unusable: fieldsIn(unusable, locale),
    }),
  });
}
