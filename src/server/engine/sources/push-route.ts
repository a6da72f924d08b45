import { PassThrough, pipeline } from 'node:stream';
import { type TSchema, Type } from '@sinclair/typebox';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError, type Text } from '#domain/text/errors.ts';
import type { Locale } from '#domain/text/label.ts';
import { envelopeOf, wrap } from '#server/http/envelope.ts';
import type { PushReceiver, PushReceivers } from './push-receivers.ts';

/** A sender's clock may be ahead by so much. */
const mostAheadMs = 60_000;
/** What is older comes from a clock that is not set. */
const oldestDays = 366;
const dayMs = 86_400_000;

interface Push {
  Params: { source: string };
  Body: Buffer;
  Querystring: { at?: string };
}

/** One kind of source that others post to. */
export interface PushRoute<Answer> {
  pushes: PushReceivers<Answer>;
  /** `/api/surveillance`; the number of the source follows. */
  path: string;
  /** The service by which a token is made. */
  service: string;
  summary: string;
  /** Octets of one body at most. */
  mostOctets: number;
  /** Of one address to one source. */
  mostPerMinute: number;
  /** Within this a body must have come whole, ms; a sender that is slower is cut off. */
  mostMs: number;
  answer: TSchema;
  answerOf(received: Answer, locale: Locale): unknown;
}

/**
 * `POST {path}/{source}` under the source's own token. No session and no API token will do, and the token opens nothing
 * else.
 */
export async function pushRoute<Answer>(app: FastifyInstance, route: PushRoute<Answer>): Promise<void> {
  const { pushes, path, service, summary, mostOctets, mostPerMinute, mostMs } = route;
  const admitted = new WeakMap<FastifyRequest, PushReceiver<Answer>>();
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));

  app.post<Push>(
    `${path}/:source`,
    {
      bodyLimit: mostOctets,
      schema: {
        tags: [service],
        operationId: `${service}_Push`,
        summary,
        description: `The source's own push token, as a bearer token; made by ${service}/RenewToken.`,
        ...{ 'x-permission': 'sourceToken' },
        security: [{ bearer: [] }],
        params: Type.Object({ source: Type.String({ description: 'Number of the source' }) }),
        querystring: Type.Object({
          at: Type.Optional(
            Type.String({
              format: 'date-time',
              description: 'When it was seen, of what does not say it itself',
            }),
          ),
        }),
        consumes: ['application/octet-stream'],
        body: Type.Any(),
      },
      attachValidation: true,
      config: {
        writes: true,
        answer: envelopeOf(route.answer),
        rateLimit: {
          max: mostPerMinute,
          timeWindow: '1 minute',
          keyGenerator: ({ params, ip }: FastifyRequest) => `push ${path} ${JSON.stringify(params)} ${ip}`,
        },
      },
      // After the limits of rate, before the body is read.
      preParsing: async (request, reply, payload) => {
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
        return withinTime(payload, mostMs, () => {
          // What else the sender has to say is not waited for.
          reply.header('connection', 'close');
          return new AppError('validation', { key: 'track.push.slow', values: { seconds: mostMs / 1_000 } });
        });
      },
    },
    async (request) => {
      const { body, locale } = request;
      if (!Buffer.isBuffer(body) || body.length === 0) {
        throw new AppError('validation', { key: 'common.validation' });
      }
      const receiver = admitted.get(request);
      if (!receiver) throw new AppError('unauthenticated', { key: 'track.push.refused' });
      return wrap(route.answerOf(await receiver.receive(body, seenAt(request)), locale));
    },
  );
}

/** When the body was seen, as its sender says, UTC ms; null: it does not say. Throws where that cannot be. */
function seenAt({ query, validationError }: FastifyRequest<Push>): number | null {
  if (query.at === undefined) return null;
  const at = validationError || typeof query.at !== 'string' ? Number.NaN : Date.parse(query.at);
  const aheadMs = at - Date.now();
  const text: Text | null = Number.isNaN(at)
    ? { key: 'track.push.at.invalid' }
    : aheadMs > mostAheadMs
      ? { key: 'track.push.at.ahead', values: { seconds: mostAheadMs / 1_000 } }
      : aheadMs < -oldestDays * dayMs
        ? { key: 'track.push.at.old', values: { days: oldestDays } }
        : null;
  if (text)
    throw new AppError('validation', { key: 'common.validation' }, { fields: [{ field: 'at', text }] });
  return at;
}

/** A body that ends in an error where it does not come in time. */
function withinTime(payload: NodeJS.ReadableStream, mostMs: number, late: () => AppError): PassThrough {
  const body = new PassThrough();
  const timer = setTimeout(() => body.destroy(late()), mostMs);
  pipeline(payload, body, () => clearTimeout(timer));
  return body;
}
