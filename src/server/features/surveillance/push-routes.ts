import { Type } from '@sinclair/typebox';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '#domain/text/errors.ts';
import { envelopeOf, wrap } from '#server/http/envelope.ts';
import type { Translate } from '#server/kernel/texts.ts';
import type { PushReceiver, PushReceivers } from './push-receivers.ts';

/** Octets of one body at most. */
const mostOctets = 1024 * 1024;
/** Of one address to one source: ten in a second, and as many again for those that come late. */
const mostPerMinute = 1_200;

const answer = Type.Object({
  records: Type.Integer({ description: 'Messages that could be read' }),
  reports: Type.Integer({ description: 'Reports of aircraft that were taken' }),
  errors: Type.Array(Type.Object({ reason: Type.String(), count: Type.Integer() })),
});

interface Push {
  Params: { source: string };
  Body: Buffer;
}

/**
 * `POST /api/surveillance/{source}`: a message of a surveillance source whose transport is HTTP push, in the source's
 * format, under the source's own token. No session and no API token will do, and the token opens nothing else.
 */
export async function pushRoutes(
  app: FastifyInstance,
  { pushes, translate }: { pushes: PushReceivers; translate: Translate },
): Promise<void> {
  const admitted = new WeakMap<FastifyRequest, PushReceiver>();
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));

  app.post<Push>(
    '/api/surveillance/:source',
    {
      bodyLimit: mostOctets,
      schema: {
        tags: ['SurveillanceSource'],
        operationId: 'SurveillanceSource_Push',
        summary: "One message of a surveillance source, in the source's format",
        description: "The source's own push token, as a bearer token; made by SurveillanceSource/RenewToken.",
        ...{ 'x-permission': 'sourceToken' },
        security: [{ bearer: [] }],
        params: Type.Object({ source: Type.String({ description: 'Number of the source' }) }),
        consumes: ['application/octet-stream'],
        body: Type.Any(),
      },
      attachValidation: true,
      config: {
        writes: true,
        answer: envelopeOf(answer),
        rateLimit: {
          max: mostPerMinute,
          timeWindow: '1 minute',
          keyGenerator: ({ params, ip }: FastifyRequest) => `push ${JSON.stringify(params)} ${ip}`,
        },
      },
      // After the limits of rate, before the body is read.
      preParsing: async (request) => {
        const [scheme, token] = (request.headers.authorization ?? '').split(' ');
        const source = /^[1-9]\d{0,8}$/.test(request.params.source) ? Number(request.params.source) : 0;
        const receiver =
          scheme?.toLowerCase() === 'bearer' && token && token.length <= 100
            ? pushes.find(source, token)
            : null;
        if (!receiver) throw new AppError('unauthenticated', { key: 'track.push.refused' });
        const encoding = request.headers['content-encoding'];
        if (encoding !== undefined && encoding !== 'identity') {
          throw new AppError('validation', { key: 'track.push.encoding' });
        }
        admitted.set(request, receiver);
      },
    },
    async (request) => {
      const { body, locale } = request;
      if (!Buffer.isBuffer(body) || body.length === 0) {
        throw new AppError('validation', { key: 'common.validation' });
      }
      const received = admitted.get(request)?.receive(body);
      if (!received) throw new AppError('unauthenticated', { key: 'track.push.refused' });
      const errors = Object.entries(received.errors).map(([key, count]) => ({
        reason: translate({ key }, locale),
        count,
      }));
      return wrap({ records: received.records, reports: received.reports, errors });
    },
  );
}
